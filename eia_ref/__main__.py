"""The referee as a process of its own: `eia-ref`, or `python -m eia_ref`. What makes it start sooner stands here."""

import gc
import os

gc.disable()  # a command is over before collecting pays
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # nothing else has a say in how a ledger is read

from eia_ref.cli.main import run  # noqa: E402  after the two lines above

if __name__ == "__main__":
    run()
