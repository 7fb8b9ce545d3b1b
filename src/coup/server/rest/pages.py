"""The page and its files. All paths that people see lead to the same page."""

import hashlib
import json
import mimetypes
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from coup.languages import CODES, catalogue
from coup.server.naming import NoSuchThing
from coup.server.rest.asking import AllPeople, Somebody, site_of
from coup.server.tokens import cookie_name

router = APIRouter(include_in_schema=False)
PAGE = Path(__file__).parent.parent / "page"
KINDS = {".webmanifest": "application/manifest+json"}  # not every system knows it
YEAR = 365 * 24 * 3600


def page(request: Request, people: AllPeople, person: Somebody) -> Response:
    """The page; a new browser gets a token."""
    response = answer(request, page_for(site_of(request)))
    secure = request.url.scheme == "https"
    if not person.owner:
        response.set_cookie(
            cookie_name(secure),
            people.new_token(),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=secure,
        )
    return response


for path in ("/", "/learn", "/t/{rest:path}", "/r/{rest:path}", "/join/{rest:path}"):
    router.add_api_route(path, page, methods=["GET"])


def missing(request: Request) -> Response:
    """The page for somebody who typed an address that leads nowhere; it says so."""
    file = page_for(site_of(request))
    return Response(file.content, 404, media_type=file.kind)


@router.get("/page/{name:path}")
def file(request: Request, name: str) -> Response:
    """One of its files."""
    return file_response(request, name)


class PageFile(NamedTuple):
    """A file of the page, its media type, and its ETag."""

    content: bytes
    kind: str
    tag: str


@cache
def page_files() -> dict[str, PageFile]:
    """All files of the page by name; nothing else is served."""
    files = (path for path in PAGE.rglob("*") if path.is_file())
    named = {path.relative_to(PAGE).as_posix(): read_file(path) for path in files}
    return named | {f"lang/{code}.json": language_file(code) for code in CODES}


def language_file(code: str) -> PageFile:
    """What the page needs to speak a language."""
    language = catalogue(code)
    words = {
        "code": code,
        "languages": {each: catalogue(each).name for each in CODES},
        "forms": language.forms,
        "page": language.page,
    }
    content = json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()
    return PageFile(content, "application/json", tag_of(content))


def read_file(path: Path) -> PageFile:
    """A file of the page."""
    content = path.read_bytes()
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
    if kind.startswith("text/") or kind.endswith("javascript"):
        kind += "; charset=utf-8"
    return PageFile(content, kind, tag_of(content))


def tag_of(content: bytes) -> str:
    """The ETag of a file: a hash of its contents."""
    return f'"{hashlib.sha256(content).hexdigest()[:20]}"'


def page_for(site: str) -> PageFile:
    """The page with the site's address: preview pictures of links need an absolute one."""
    content = page_files()["index.html"].content.replace(b"{{site}}", escape(site).encode())
    content = content.replace(b"{{languages}}", " ".join(CODES).encode())
    return PageFile(content, "text/html; charset=utf-8", tag_of(content))


def file_response(request: Request, name: str) -> Response:
    """One of the page's files."""
    file = page_files().get(name)
    if file is None:
        raise NoSuchThing("there is no such page")
    return answer(request, file)


def answer(request: Request, file: PageFile) -> Response:
    """A file; 304 if the client has this version."""
    headers = {"ETag": file.tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.kind, headers=headers)
