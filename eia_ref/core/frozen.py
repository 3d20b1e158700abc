"""The base of every value: frozen, strict (a bool is no number), unknown keys refused."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """A value of the referee's, the same in code, in a ledger and in JSON."""

    model_config = ConfigDict(
        frozen=True,
        strict=True,
        extra="forbid",
        validate_by_name=True,
        validate_by_alias=True,
        defer_build=True,  # of many models, a command uses few
    )
