"""`python -m host_tools screens`: every screen of the board as a contact sheet, and as the tests' golden frames."""

from pathlib import Path

from host_tools.cli import Parser
from host_tools.gallery import camera, golden, layout, picture, vector

ROOT = Path(__file__).resolve().parents[2]


def main(argv: list[str]) -> int:
    """Writes screens.png, screens.svg and a text file for each screen. Exit status 0."""
    parser = Parser("python -m host_tools screens", description="Every screen of the LED board, in both languages.")
    parser.add_argument(
        "--out", metavar="DIR", type=Path, help="write all of it there (default: docs, and tests/golden)"
    )
    out: "Path | None" = parser.parse_args(argv).out
    pictures, frames = (out, out / "golden") if out else (ROOT / "docs", ROOT / "tests" / "golden")
    pictures.mkdir(parents=True, exist_ok=True)
    shots = list(camera.shots())
    sheet = layout.lay_out(shots)
    picture.write(sheet, pictures / "screens.png")
    vector.write(sheet, pictures / "screens.svg")
    golden.write(shots, frames)
    print(f"{len(shots)} screens in {pictures} and {frames}")
    return 0
