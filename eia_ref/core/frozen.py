"""The base of every value: frozen, strict (a bool is no number), unknown keys refused.

A module of such values does without `from __future__ import annotations`: as text, pydantic would evaluate each
annotation when the class is made, and a command would start later.
"""

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
