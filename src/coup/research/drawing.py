"""A picture of the table as pixels, from the same SVG that notebooks show."""

import io

import numpy as np
from numpy.typing import NDArray

from coup import picture


def pixels(table: picture.Picture) -> NDArray[np.uint8]:
    """A picture as rows of pixels in red, green and blue."""
    try:
        import resvg_py
        from PIL import Image
    except ModuleNotFoundError as missing:
        raise ImportError(
            f"rgb_array needs the extra `research`: pip install 'coup-game[research]' ({missing})"
        ) from missing
    png = bytes(resvg_py.svg_to_bytes(svg_string=picture.as_svg(table)))
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
