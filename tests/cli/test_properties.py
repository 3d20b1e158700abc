"""What holds whatever is typed: random legal campaigns stay sound, random command lines do no harm.

A campaign is a plan of steps drawn by hypothesis; the engine's dice come from a seed in the plan, so that a
failure can be played again. Small runs by default, big ones under `-m slow`.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import pytest
import typer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eia_ref import games
from eia_ref.cli.main import app, main
from eia_ref.core.effects import apply
from eia_ref.ledger.read import open_ledger, parts
from tests.toy import at_length

POWERS = ["Austria", "Britain", "France", "Prussia", "Russia", "Spain", "Turkey"]
AREAS = ["Bavaria", "Tyrol", "Saxony", "Hesse", "Tuscany", "Flanders", "Corsica", "Öland"]
LISTS = f"areas = {json.dumps(AREAS)}\n" + "".join(
    f"[campaign.lists.{kind}]\n" + "".join(f'{p} = ["{p} {kind} 1", "{p} {kind} 2"]\n' for p in POWERS)
    for kind in ("fleets", "depots")
)


class Said(NamedTuple):
    """What a command line came to."""

    code: int
    out: str
    err: str


class Silent:
    """A standard input that has ended. Whoever goes on asking is stopped."""

    def __init__(self, text: str = "") -> None:
        self.text = io.StringIO(text)
        self.ends = 0

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        line = self.text.readline()
        self.ends += not line
        if self.ends > 3:
            raise SystemExit("asked again and again after the end of the input")
        return line


def type_in(*words: str) -> Said:
    """A command line as typed, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), mock.patch("sys.stdin", Silent()):
        code = main(list(words))
    return Said(code, out.getvalue(), err.getvalue())


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """An empty folder two levels deep, worked in, with nothing of the tester's about."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        place = Path(name).resolve() / "a" / "b"
        place.mkdir(parents=True)
        kept = {k: v for k, v in os.environ.items() if not k.startswith("EIA_") and k != "NO_COLOR"}
        stack.enter_context(mock.patch.dict(os.environ, {**kept, "COLUMNS": "80", "HOME": str(place)}, clear=True))
        stack.callback(os.chdir, Path.cwd())
        os.chdir(place)
        yield place


def files(place: Path) -> dict[Path, bytes]:
    """Every file and its bytes; locks left out."""
    return {p: p.read_bytes() for p in place.parent.parent.rglob("*") if p.is_file() and p.suffix != ".lock"}


# --- Random legal campaigns ------------------------------------------------------------------------------------

TOLD = {"WHAT WAS DECIDED": "done at the table", "FACTORS": "14", "AREAS, N CORPS": "Lyon, 2 corps"}  # in own words
STEP = st.one_of(
    st.tuples(st.just("roll"), st.integers(1, 100)),
    st.tuples(st.just("engine"), st.just(0)),
    st.tuples(st.just("again"), st.integers(1, 100)),
    st.tuples(st.just("settle"), st.integers(0, 30)),
    st.tuples(st.just("settle all"), st.integers(0, 5)),
    st.tuples(st.just("next"), st.just(0)),
    st.tuples(st.just("next"), st.just(1)),
    st.tuples(st.just("month"), st.integers(1, 100)),
    st.tuples(st.just("month"), st.integers(1, 100)),
    st.tuples(st.just("void"), st.integers(0, 4)),
    st.tuples(st.just("cascade"), st.integers(0, 6)),
    st.tuples(st.just("new dice"), st.integers(1, 100)),
    st.tuples(st.just("edit"), st.integers(0, 6)),
    st.tuples(st.just("look"), st.integers(0, 6)),
)
EDITS = [
    ('goal = "standard"', 'goal = "extended"'),
    ('no_event = "all"', 'no_event = "table"'),
    ('winter = "December to February"', 'winter = "December to March"'),
    ('"Bavaria", "Tyrol"', '"Bavaria", "Swabia", "Tyrol"'),
    ('Austria = ["Austria fleets 1", "Austria fleets 2"]', "Austria = []"),
    ('France = ["France fleets 1", "France fleets 2"]', 'fra = ["fleet I"]'),
    ('name = "Long"', '# a comment of the game master\'s\nname = "Long"'),
]


class Table:
    """A game master at work on one ledger: types, and after each command looks at what must hold."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.path = place / "campaigns" / "long.toml"
        assert type_in("new", "Long").code == 0
        text = self.path.read_text(encoding="utf-8")
        self.path.write_text(text.replace("[campaign.lists]\n", f"[campaign.lists]\n{LISTS}"), encoding="utf-8")
        self.edited: set[int] = set()

    def type(self, *words: str) -> Said:
        """One command: a good code, no fault, and the ledger only longer, and only when the answer is yes."""
        before = files(self.place)
        said = type_in(*words)
        after = files(self.place)
        line = shlex.join(words)
        assert said.code in (0, 1, 2), (line, said)
        assert "Traceback" not in said.out + said.err, (line, said)
        assert set(after) == set(before), line
        if said.code or words[0] not in ("event", "settle", "turn", "void"):
            assert after == before, (line, said)
        else:
            assert after[self.path].startswith(before[self.path]), line
            assert after[self.path] != before[self.path], line
        return said

    def ask(self, *words: str) -> Any:
        """What a reading command says as JSON."""
        said = self.type(*words, "--json")
        assert said.err == "" or said.err.startswith("note: the header has changed")
        return json.loads(said.out)

    def open(self) -> list[tuple[str, list[str]]]:
        """Decisions left open, each with the words the agenda says answer it."""
        dues = [d for d in self.ask("agenda")["due"] if d["kind"] == "decision"]
        found = []
        for due in dues:
            _, _, words = due["type"].partition(f"settle {due['id']} ")
            answers = [shlex.split(a)[0] for a in words.split(" | ")]
            found.append((due["id"], [TOLD.get(a, a) for a in answers]))
        return found

    def settle(self, id: str, answers: list[str], n: int, *more: str) -> None:
        """Settles by one of the answers; what is not allowed any more (a coup has its month) leaves another."""
        codes = []
        for i in range(len(answers)):
            codes.append(self.type("settle", id, answers[(n + i) % len(answers)], *more).code)
            if codes[-1] != 1:
                break
        assert codes[-1] == 0, codes

    def play(self, step: str, n: int) -> None:
        """One step of a plan."""
        count = self.ask("log", "--head")["entry"]
        if step == "roll":
            said = self.type("event", "roll", "--dice", f"{n} ...", "--by", "Ännchen")
            assert said.code in (0, 1)
        elif step == "engine":
            assert self.type("event", "roll").code in (0, 1)
        elif step == "again":
            self.type("event", "roll", "--again", "a test", "--dice", f"{n} ...")
        elif step == "new dice":
            self.type("event", "roll", "--new-dice", "a test", "--dice", f"{n} ...")
        elif step == "settle" and (left := self.open()):
            id, answers = left[n % len(left)]
            self.settle(id, answers, n, "--note", f"[{n}] \x1b[1m")
        elif step == "settle all":
            for id, answers in self.open():
                self.settle(id, answers, n)
        elif step == "next":
            assert self.type("turn", "next", *["--leave-open"] * n).code in (0, 1)
        elif step == "month":  # a month as it should be
            self.type("event", "roll", "--dice", f"{n} ...")
            self.play("settle all", n)
            self.play("settle all", n)  # an answer may leave something else open
            self.type("event", "roll")
            self.play("next", 1)
        elif step == "void" and count > n:
            self.type("void", str(count - n), "--because", "a test")
        elif step == "cascade" and count > n:
            self.type("void", str(count - n), "--because", "a test", "--cascade")
        elif step == "edit":
            self.edit(n)
        elif step == "look":
            looks = [["status"], ["status", "tur"], ["log"], ["log", "--all"], ["show", str(count)], ["audit"]]
            assert self.type(*looks[n % len(looks)]).code == 0

    def edit(self, n: int) -> None:
        """The game master edits the header, or takes an edit back."""
        text = self.path.read_text(encoding="utf-8")
        old, new = EDITS[n] if n not in self.edited else EDITS[n][::-1]
        if old in text.partition("\n[[turn]]")[0]:
            self.path.write_text(text.replace(old, new, 1), encoding="utf-8")
            self.edited ^= {n}

    def holds(self) -> None:
        """The end: the audit is clean, numbers run on, and the entries alone give the state."""
        report = self.ask("audit")
        assert report["clean"], report
        log = self.ask("log", "--all")["entries"]
        assert [e["entry"] for e in log] == list(range(1, len(log) + 1))
        assert report["entries"] == len(log)
        ledger = open_ledger(self.path, games.game_named)
        _, pages = parts(self.path)
        state = pages[0].opening(ledger.game)
        for page in pages:
            for i in range(len(page.page.entry)):
                state = apply(state, page.effects(ledger.game, i))
        assert state == ledger.state
        assert "\x1b" not in self.type("log", "--all").out


def campaign(plan: list[tuple[str, int]], seed: int) -> None:
    """Plays a plan from beginning to end."""
    dice = random.Random(seed)  # noqa: S311  a plan must play again the same
    with folder() as place, mock.patch("secrets.randbelow", dice.randrange):
        table = Table(place)
        for step, n in plan:
            table.play(step, n)
        table.holds()


QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]


@settings(max_examples=6, deadline=None, suppress_health_check=QUIET)
@given(st.lists(STEP, min_size=5, max_size=25), st.integers(0, 2**32))
def test_random_campaigns(plan: list[tuple[str, int]], seed: int) -> None:
    campaign(plan, seed)


@pytest.mark.slow
@settings(max_examples=at_length(60), deadline=None, suppress_health_check=QUIET)
@given(st.lists(STEP, min_size=20, max_size=120), st.integers(0, 2**32))
def test_random_campaigns_at_length(plan: list[tuple[str, int]], seed: int) -> None:
    campaign(plan, seed)


def test_months_as_they_should_be() -> None:
    """Every month as it should be, once through the numbers of the table."""
    campaign([("month", n) for n in range(2, 101, 6)], 1789)


@pytest.mark.slow
def test_every_row_in_every_month() -> None:
    campaign([("month", (n * 37) % 100 + 1) for n in range(at_length(12 * 26))], 1815)


# --- Random command lines --------------------------------------------------------------------------------------


class Typed(NamedTuple):
    """A command as it is typed: its words, how many arguments it takes, its options, and those with a value."""

    words: list[str]
    arguments: int
    options: list[str]
    valued: list[str]


def every_command() -> Iterator[Typed]:
    """Every command there is, and every group, by walking the command line itself."""
    root: Any = typer.main.get_command(app)
    left = [([name], root.get_command(None, name)) for name in root.list_commands(None)]
    while left:
        words, command = left.pop(0)
        left += [([*words, sub], leaf) for sub, leaf in getattr(command, "commands", {}).items()]
        options = [p for p in command.params if p.param_type_name == "option"]
        yield Typed(
            words,
            sum(p.param_type_name == "argument" for p in command.params),
            [o for p in options for o in p.opts],
            [o for p in options if not p.is_flag for o in p.opts],
        )


ALL = list(every_command())
COMMANDS = [*(" ".join(c.words) for c in ALL), "stat", "evnt", "EVENT roll", "help", ""]
OPTIONS = [*dict.fromkeys(o for c in ALL for o in c.options), "-h", "--", "-x", "--nonsense", "-"]
VALUED = {o for c in ALL for o in c.valued}
WORDS = [
    *("1", "0", "-1", "00", "2", "53", "100", "101", "1e3", "٣", "9" * 30, "1.17", "1.1", "3.1", "nan", "1_0"),
    *("53 2 1", "53,2,1,1", "53 ...", "...", "1 2 3 4", "62 3 1 1", "", " ", "\t", "\n", "a\nb", "\x1b[31m"),
    *("fra", "GB", "narnia", "both fight", "fra=Anna", "goal=extended", "winter", "=", "1789", "1790-01", "1788-12"),
    *("9999-12", "famine", "EV-50", "R-07", "[bold]", "(", "\\", ".", "..", "../up", "a/b", "spring", "spring.toml"),
    *("Austria 3, France 3", "france:2+spain:1", "attacker", "conditional", "execute", "Suvorov", "Hanover", "Ulm"),
    *("N6", "political-status", "chain", "replay", "as agreed", "luck", "dice", "true", "0x1F", "1.5", "½", "١"),
    *("campaigns/spring.toml", "campaigns", "x.toml", "Bavaria, Tyrol", "A,a", ",", "\udcff", "é" * 300, "🎲", "~"),
]
SAFE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/\0"), max_size=12)
VALUE = st.one_of(st.sampled_from(WORDS), SAFE, st.integers(-9, 120).map(str))


@st.composite
def fitting(draw: st.DrawFn) -> list[str]:
    """A command with its own arguments and options, and anything at all in them."""
    command = draw(st.sampled_from(ALL))
    line = [*command.words, *(draw(VALUE) for _ in range(command.arguments))]
    for option in draw(st.lists(st.sampled_from([*command.options, "--json"]), max_size=4, unique=True)):
        line += [option, draw(VALUE)] if option in command.valued else [option]
    return line


LINE = st.one_of(
    fitting(),
    st.builds(
        lambda command, rest: [*command.split(" "), *rest],
        st.sampled_from(COMMANDS),
        st.lists(st.one_of(st.sampled_from(OPTIONS), VALUE), max_size=6),
    ),
)


def command_line(line: list[str]) -> None:
    """One random command line on a campaign that is under way."""
    with folder() as place:
        assert type_in("new", "Spring", "--areas", "Bavaria, Tyrol, Saxony").code == 0
        before = files(place)
        said = type_in(*line)
        assert said.code in (0, 1, 2, 3), said
        both = said.out + said.err
        assert "Traceback" not in both
        assert "fault in eia-ref" not in both, said.err
        assert "\x1b" not in both
        after = files(place)
        if said.code:
            thrown = {p for p in after if p.suffix == ".thrown"}  # dice the referee threw stand, and that is said
            assert not thrown or "stand (R-08)" in both
            assert {p: data for p, data in after.items() if p not in thrown} == before
            assert said.out or said.err
        else:
            assert all(after[p].startswith(data) for p, data in before.items())
        if "--json" not in line and said.code and line[0] != "audit":
            # questions of --ask may stand before the error
            assert re.search(r"(\A|: )eia-ref: [^\n]*\n(         [^\n]*\n)?\Z", said.err), said.err
        if line[-1:] == ["--json"] and said.out and not {"--help", "-h", "--", *VALUED} & set(line):
            assert isinstance(json.loads(said.out), dict)


@settings(max_examples=60, deadline=None, suppress_health_check=QUIET)
@given(LINE)
def test_random_command_lines(line: list[str]) -> None:
    command_line(line)


@pytest.mark.slow
@settings(max_examples=at_length(3000), deadline=None, suppress_health_check=QUIET)
@given(LINE)
def test_random_command_lines_at_length(line: list[str]) -> None:
    command_line(line)
