"""`python -m eia_ref` is `eia-ref`."""

from eia_ref.cli.main import run

run()
