"""A picture of the table as pixels, from the same SVG that notebooks show."""

import io

import numpy as np
from numpy.typing import NDArray

from coup import picture
from coup.rules.errors import CoupError, install

RENDER_MODES = ("human", "ansi", "rgb_array")
"""How environments show themselves: printed, as text, as pixels."""


def check_render_mode(render_mode: str | None) -> None:
    """Refuse a mode that there is not."""
    if render_mode not in (None, *RENDER_MODES):
        raise CoupError(f"render_mode is human, ansi, rgb_array or None, not {render_mode!r:.60}")


def pixels(table: picture.Picture) -> NDArray[np.uint8]:
    """A picture as rows of pixels in red, green and blue."""
    try:
        import resvg_py
        from PIL import Image
    except ModuleNotFoundError as missing:
        raise ImportError(
            f"rgb_array needs the extra `research`: {install('research')} ({missing})"
        ) from missing
    png = bytes(resvg_py.svg_to_bytes(svg_string=picture.as_svg(table)))
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
