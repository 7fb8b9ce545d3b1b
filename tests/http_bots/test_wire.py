"""Whatever a server sends is either an answer or a `NoAnswer`."""

import socket
import time

from hypothesis import given
from hypothesis import strategies as st

from coup.http.client import BadAnswer, read, redirected
from coup.http.wire import LARGEST, HttpReply, NoAnswer, address, receive

LINES = st.sampled_from(
    [
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.0 404 Not Found\n",
        b"HTTP/1.1 100 Continue\r\n\r\n",
        b"HTTP/1.1 999\r\n",
        b"Content-Length: 5\r\n",
        b"Content-Length: 99999999999999999999\r\n",
        b"Transfer-Encoding: chunked\r\n",
        b"Connection: close\r\n",
        b"Location: //[\r\n",
        b"\r\n",
        b"5\r\nabcde\r\n",
        b"0\r\n\r\n",
        b"fffffff\r\n",
        b'{"action": "income"}',
    ]
)
BYTES = st.lists(LINES | st.binary(max_size=20)).map(b"".join)


@given(BYTES, st.booleans())
def test_any_bytes_are_an_answer_or_no_answer(data: bytes, want_body: bool) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(data)
        theirs.shutdown(socket.SHUT_WR)
        try:
            reply, _ = receive(ours, time.monotonic() + 5, want_body)
        except (NoAnswer, ConnectionResetError):
            return
    assert 200 <= reply.status <= 999
    assert len(reply.body) <= LARGEST
    said = ""
    try:
        assert isinstance(read("GET /play/", reply).value, dict)
    except BadAnswer as bad:
        said = str(bad.answer)
    assert said.isprintable()


WHERE = st.sampled_from(["//[", "http://a:x/", "/b", "?q=ü", "http://a:8001/c d", "/play"])


@given(
    st.text(max_size=30) | WHERE,
    st.sampled_from(["GET", "POST"]),
    st.sampled_from([301, 302, 303, 307, 308]),
)
def test_a_redirect_stays_on_the_server_or_is_refused(where: str, method: str, status: int) -> None:
    said, path = "", None
    try:
        path = redirected(address("http://a:8001"), method, "/play/", HttpReply(status, where, b""))
    except NoAnswer as error:
        said = str(error)
    assert said.isprintable()
    assert path is None or (path.startswith("/") and path.isascii() and " " not in path)
