"""The rules as data: where a game's folder under rules/ is, its tables, its clauses, its digest."""

import functools
import hashlib
from pathlib import Path
from typing import Any

from eia_ref.core import toml
from eia_ref.core.errors import RefereeError

# Words about the rules, not the rules' figures: mending a sentence makes no other rulebook.
WORDS_ONLY = ("clauses.toml", "rulings.toml")


def root() -> Path:
    """The rules folder: inside the package where it was installed from a wheel, beside it in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / "rules"
    return inside if inside.is_dir() else package.parent / "rules"


class Rulebook:
    """One game's rules folder. Tables are read when first asked for, once. `version` is the code's."""

    def __init__(self, folder: Path, version: int = 1) -> None:
        self.folder = folder
        self.version = version
        if not folder.is_dir():
            raise RefereeError(f"no rules folder at {folder}", "install eia-ref again", "no-rules")

    def has(self, name: str) -> bool:
        """Whether there is a `name`.toml."""
        return (self.folder / f"{name}.toml").is_file()

    @functools.cache  # noqa: B019  a rulebook lives as long as the process
    def table(self, name: str) -> dict[str, Any]:
        """The data of `name`.toml, as read (`charts/political-status` for one in a folder)."""
        path = self.folder / f"{name}.toml"
        try:
            return toml.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise RefereeError(f"the rulebook has no {name}.toml", code="no-rules") from None
        except ValueError as e:
            raise RefereeError(f"{path}: {e}", code="bad-rules") from None

    @functools.cache  # noqa: B019  as above
    def digest(self) -> str:
        """What tells this rulebook from another: a hash of the version and every file of figures."""
        total = hashlib.sha256(f"version {self.version}\n".encode())
        for path in sorted(self.folder.rglob("*.toml")):
            if path.name not in WORDS_ONLY:
                name = path.relative_to(self.folder).as_posix()
                data = path.read_bytes().replace(b"\r\n", b"\n")
                total.update(f"{name} {len(data)}\n".encode() + data)
        return total.hexdigest()[:16]


@functools.cache
def frame() -> Rulebook:
    """What holds in every game: rulings only, no figures, so that it is no part of a game's digest."""
    return Rulebook(root() / "frame")
