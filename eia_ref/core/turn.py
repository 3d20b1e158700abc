"""A page of a ledger is a turn. What that is, what people call it and what follows it is the game's answer."""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import Any, ClassVar, Literal, Self, cast

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from eia_ref.core.errors import RefereeError, quoted


class Turn(str):
    """A turn as it is written in a ledger. Text order is time order.

    A game inherits it once, or uses a kind there is. `form` is how such a turn is written and `example` one of
    them; `unit` and `units` are what people call it; `key` is the page's key in the ledger, and the kind of the
    effect that begins the next. `Turn(text)` itself gives the kind that is written so.
    """

    __slots__ = ()
    form: ClassVar[re.Pattern[str]]
    example: ClassVar[str]
    unit: ClassVar[str] = "turn"
    units: ClassVar[str] = "turns"
    key: ClassVar[Literal["turn", "month"]] = "turn"
    kinds: ClassVar[list[type[Turn]]] = []

    def __init_subclass__(cls) -> None:
        """Registers a kind. Raises TypeError for one whose turns could be taken for another's."""
        if not cls.form.fullmatch(cls.example):
            raise TypeError(f"{cls.__name__}: {cls.example!r} is not written in its form")
        for other in Turn.kinds:
            if other.form.fullmatch(cls.example) or cls.form.fullmatch(other.example):
                raise TypeError(f"{cls.__name__} is written like {other.__name__}")
        Turn.kinds.append(cls)

    def __new__(cls, text: str) -> Self:
        """Raises ValueError for what is not written in the form of this kind, or of exactly one."""
        if cls is not Turn:
            if not cls.form.fullmatch(text):
                raise ValueError(f"{quoted(text)} is no {cls.unit}: write it as {cls.example}")
            return super().__new__(cls, text)
        kinds = [kind for kind in Turn.kinds if kind.form.fullmatch(text)]
        if len(kinds) != 1:
            what = f"may be a {' or a '.join(kind.unit for kind in kinds)}" if kinds else "is no turn of any game"
            raise ValueError(f"{quoted(text)} {what}: write it as {' or '.join(k.example for k in Turn.kinds)}")
        return cast("Self", super().__new__(kinds[0], text))

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema(strict=True))

    @classmethod
    def typed(cls, text: str) -> Self:
        """A turn as typed at the terminal; refuses anything else."""
        try:
            return cls(text)
        except ValueError as e:
            raise RefereeError(str(e)) from None

    @property
    @abstractmethod
    def name(self) -> str:
        """For people: `April 1789`."""

    @abstractmethod
    def plus(self, count: int) -> Turn:
        """The turn so many on, or back. Refuses one that can't be written."""
