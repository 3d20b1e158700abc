"""What ledgers of 0.3.0 wrote otherwise is read in today's form: every sentence of a mark, every `where`."""

from __future__ import annotations

import pytest

from eia_ref.empires import former
from eia_ref.empires.events.figures import paid
from eia_ref.empires.persia.persia import SUPPLY_SAID
from eia_ref.empires.politics.battle_points import meeting
from eia_ref.empires.politics.declaration import forcing
from eia_ref.empires.politics.egypt import EGYPT
from eia_ref.empires.politics.victory import BURNED
from eia_ref.empires.powers import collected
from eia_ref.empires.revolution.amiens import FOUGHT
from eia_ref.empires.state import Campaign, Mark
from tests.empires.tools import opening


def with_(mark: Mark, **more: str) -> Mark:
    return mark.model_copy(update=more)


BENDER = meeting("battle", ["Russia"], ["Turkey"])
SENTENCES = {
    "Turkey has collected": collected("Turkey"),
    "Turkey has collected without manpower": Mark(what="no manpower", whom="Turkey"),
    "Britain has paid upkeep": paid("Britain"),
    "Turkey surrenders to Persia too": Mark(what="surrender to Persia", whom="Turkey"),
    "casualty roll of Selim II to come": Mark(what="casualty roll", person="Selim II"),
    "Channel has to leave the blockade box of Brest": Mark(
        what="to leave", unit="Channel", place="blockade box of Brest"
    ),
    "forcible access of Prussia through Austria": forcing("Prussia", "Austria"),
    "France fails to evade: Brest": Mark(what="failed evasion", whom="France", place="Brest"),
    "Spain scuttles in cadiz": Mark(what="scuttling", whom="Spain", place="cadiz"),
    "France tests the blockade of brest": Mark(what="test of a blockade", whom="France", place="brest"),
    "France prisoners of Austria": Mark(what="prisoners", whom="Austria", against="France"),
    "corps beaten by Bonaparte: arcole": Mark(what="corps beaten by Bonaparte", place="arcole"),
    "battle of Russia against Turkey": BENDER,
    "battle of Russia against Turkey at Bender": with_(BENDER, place="Bender"),
    "battle of Russia against Turkey at Bender: in the evening": with_(
        BENDER, place="Bender", another="in the evening"
    ),
    "battle of Russia against Turkey: in the evening": with_(BENDER, another="in the evening"),
    "battle of Austria and Prussia against France and Turkey": meeting(
        "battle", ["Austria", "Prussia"], ["France", "Turkey"]
    ),
    "naval battle of Britain against France and Spain": meeting("naval battle", ["Britain"], ["France", "Spain"]),
    "raid of Britain against France: Trieste": with_(meeting("raid", ["Britain"], ["France"]), another="Trieste"),
    "fight at sea of Britain against France": meeting("fight at sea", ["Britain"], ["France"]),
    "siege at Amsterdam": Mark(what="siege", place="Amsterdam"),
    "siege at Ulm: the second": Mark(what="siege", place="Ulm", another="the second"),
    "Britain fought on land": FOUGHT,
    "Persia's supply": SUPPLY_SAID,
    EGYPT: Mark(what=EGYPT),
    BURNED: Mark(what=BURNED),
}


@pytest.mark.parametrize("said", SENTENCES)
def test_a_mark_s_sentence_is_read_as_what_it_holds(said: str) -> None:
    assert Mark(**former.mark(said)) == SENTENCES[said]
    once = former.effect({"kind": "once", "month": "1789-03", "what": said, "done": True})
    assert Mark(**{k: v for k, v in once.items() if k not in ("kind", "month", "done")}) == SENTENCES[said]
    assert once["done"] is True


@pytest.mark.parametrize(
    ("what", "where", "field"),
    [
        ("famine", "Bavaria", "place"),
        ("plague", "Tyrol", "place"),
        ("mutiny", "fleet I", "unit"),
        ("fleet in mutiny", "fleet I", "unit"),
        ("sealed will", "26da1f8be403", "seal"),
        ("surrendered", "conditional", "how"),
        ("access", "the Dardanelles, in peace", "terms"),
        ("forces kept", "11 infantry", "terms"),
        ("ceded province", "Flanders", "place"),
        ("ceded by Poland", "Posen", "place"),
        ("Polish home province", "Posen", "place"),
    ],
)
def test_where_a_thing_was_is_under_the_name_of_what_it_holds(what: str, where: str, field: str) -> None:
    old = {"kind": "in force", "id": "9.1", "what": what, "rule": "R-17", "since": "1789-01", "where": where}
    assert former.effect(old) == {**{k: v for k, v in old.items() if k != "where"}, field: where}


def test_a_page_s_opening_is_read_whole() -> None:
    table = opening().model_dump(mode="json", exclude={"form"})
    things = [{"id": "9.1", "what": "famine", "rule": "EV-50", "since": "1789-01", "where": "Hesse"}]
    read = former.opening({**table, "in_force": things, "once": ["Turkey has collected"]})
    (thing,) = read["in_force"]
    assert thing["place"] == "Hesse"
    assert "where" not in thing
    assert [Mark(**m) for m in read["once"]] == [collected("Turkey")]


def test_what_is_in_today_s_form_stays_as_it_is() -> None:
    place = {"kind": "in force", "id": "9.1", "what": "famine", "rule": "EV-50", "since": "1789-01", "place": "Hesse"}
    assert former.effect(place) == place
    assert former.thing(place) == place
    assert isinstance(opening(), Campaign)
