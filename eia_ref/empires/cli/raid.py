"""A port raid."""

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands
from eia_ref.empires.cli.at_sea import as_raid
from eia_ref.empires.naval.raid import RaidRequest

app = commands()


def _raid(shared: Shared, request: RaidRequest) -> None:
    """Resolve a port raid: guns, three rounds, guns again."""
    resolve(shared, "raid", request)


command(app, "raid", writes=True)(as_raid(_raid))
