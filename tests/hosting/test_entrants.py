"""Who enters: classes out of files, names, and what is said if it does not work."""

import pickle
import random
import sys
from pathlib import Path

import pytest

from coup.bots.bot import Honest
from coup.hosting.entrants import enter
from coup.hosting.host import play_game
from coup.view import View

AGENTS = Path(__file__).parent.parent / "agents"
BEEF = f"{AGENTS}/beef/Beef.py:Player_Beef"
MARKUS = f"{AGENTS}/markus/Markus.py:Player_Markus"

AGENT = """
class Player_Tess:
    def receive(self, message):
        pass
    def react(self, hint):
        return "income"
"""


def names(*sources: str | type) -> list[str]:
    return [entrant.name for entrant in enter(sources)]


def file(folder: Path, text: str, name: str = "tess.py") -> str:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


# Names.


def test_two_copies_of_one_agent_get_names_of_their_own() -> None:
    assert names(BEEF, MARKUS, BEEF, BEEF, "counter") == [
        "beef",
        "markus",
        "beef2",
        "beef3",
        "counter",
    ]


def test_a_bot_with_settings_is_named_after_them() -> None:
    bold, plain = enter(["trait:honesty=0+skepticism=0.8", "trait"])
    assert [bold.name, plain.name] == ["trait_honesty_0_skepticism_0.8", "trait"]
    again = pickle.loads(pickle.dumps(bold))
    assert (again.make(1).honesty, again.make(1).skepticism) == (0.0, 0.8)
    played = play_game([bold, plain], "classic", seed=1)
    assert played.winner in (bold.name, plain.name)


def test_a_name_is_passed_to_the_constructor_or_set() -> None:
    beef, markus, beef2, markus2 = enter([BEEF, MARKUS, BEEF, MARKUS])
    assert [each.make(1).name for each in (beef, markus)] == ["beef", "markus"]
    assert [each.make(1).name for each in (beef2, markus2)] == ["beef2", "markus2"]


@pytest.mark.parametrize(
    ("init", "name"),
    [
        ("def __init__(self): pass", "tess"),
        ("def __init__(self): self.name = 'Tess of the D'", "tess_of_the_d"),
        ("def __init__(self, name): self.name = name", "tess"),
        ("def __init__(self, who): self.name = who", "tess"),
        ("def __init__(self, name='angel', debug=False): self.name = name", "angel"),
        ("def __init__(self, debug=False): self.name = 'clare'", "clare"),
        ("name = 'alec'", "alec"),
        ("name = 'chance'", "chance2"),
        ("name = 'None'", "none2"),
        ("name = 'a, b] # c'", "a_b_c"),
        ("name = 5", "tess"),
    ],
)
def test_an_agent_is_called_as_it_calls_itself_or_as_its_class(
    tmp_path: Path, init: str, name: str
) -> None:
    [entrant] = enter([file(tmp_path, f"{AGENT}    {init}\n")])
    assert entrant.name == name
    assert entrant.make(1).name == name


def test_a_class_that_is_called_player_goes_by_its_file(tmp_path: Path) -> None:
    assert names(file(tmp_path, AGENT.replace("Player_Tess", "Player"), "Angel.py")) == ["angel"]


# What the class may be.


def test_the_class_may_be_left_out_if_there_is_only_one(tmp_path: Path) -> None:
    assert names(file(tmp_path, "import random\n" + AGENT)) == ["tess"]
    two = file(tmp_path, AGENT + AGENT.replace("Tess", "Angel"), "two.py")
    with pytest.raises(ValueError, match=r"which .* of .*two.py is to play\? it has Player_Ang"):
        enter([two])


class Own:
    """A bot of one's own."""

    def choose(self, view: View) -> str:
        return view.legal_moves[-1]


class Named(Own):
    def __init__(self, name: str) -> None:
        self.called = name


class Dicing(Own):
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng


class Ours(Honest):
    pass


def test_bots_are_constructed_with_nothing_a_name_or_dice() -> None:
    own, named, dicing, ours = enter([Own, Named, Dicing, Ours])
    assert not own.is_agent
    assert named.make(1).called == "named"
    assert ours.name == "ours"
    assert isinstance(dicing.make(1).rng, random.Random)
    assert dicing.make(1).rng.random() == dicing.make(1).rng.random() != dicing.make(2).rng.random()
    played = play_game([own, named, dicing, ours], "inquisitor", seed=1)
    assert all(conduct.faults == 0 for conduct in played.conduct)


def test_bots_load_from_a_file(tmp_path: Path) -> None:
    source = """
import coup
class Mine:
    def choose(self, view):
        assert isinstance(view, coup.View)
        return view.legal_moves[0]
"""
    entrants = enter([f"{file(tmp_path, source, 'my.py')}:Mine", "honest", BEEF])
    played = play_game(entrants, seed=1)
    assert played.seats == ("mine", "honest", "beef")
    assert [conduct.faults for conduct in played.conduct] == [0, 0, 0]


# Files and folders.


def test_files_of_the_same_name_in_two_folders_do_not_collide() -> None:
    beef, markus = enter([BEEF, MARKUS])
    played = play_game([beef, markus], seed=5)
    assert [conduct.faults for conduct in played.conduct] == [0, 0]
    modules = [sys.modules[each.kind.__module__] for each in (beef, markus)]
    assert [module.Couptils.WHOSE for module in modules] == ["beef", "markus"]


def test_imports_from_the_folder_as_at_home(tmp_path: Path) -> None:
    file(tmp_path, "import deep\nfrom tools import sub\nWORD = 'income'\n", "helper.py")
    file(tmp_path, "import helper\n", "deep.py")
    file(tmp_path / "tools", "")
    file(tmp_path / "tools", "from . import part\n", "__init__.py")
    file(tmp_path / "tools", "import json\n", "sub.py")
    file(tmp_path / "tools", "WORD = 'tax'\n", "part.py")
    text = """
import helper, json, tools.sub
from tools.part import WORD
class Tess:
    def receive(self, message):
        pass
    def react(self, hint):
        import late
        assert tools.sub.json is json and helper.deep.helper is helper and WORD == "tax"
        return late.answer(hint, self.cards)
"""
    late = "def answer(hint, cards):\n    import helper\n    return helper.WORD\n"
    file(tmp_path, late, "late.py")
    played = play_game(enter([file(tmp_path, text), "honest"]), seed=1)
    assert played.lines[1] == "tess income"
    assert "AssertionError" not in str(played.conduct[0].first)


def test_a_file_beside_an_agent_does_not_replace_a_module_of_ours(tmp_path: Path) -> None:
    file(tmp_path, "raise RuntimeError('not me')", "coup.py")
    file(tmp_path, "raise RuntimeError('not me')", "rich.py")
    enter([file(tmp_path, "import coup\n" + AGENT)])
    import rich

    assert rich.__file__ is not None
    assert not rich.__file__.startswith(str(tmp_path))


def test_an_entrant_can_be_sent_to_another_process() -> None:
    entrants = enter([BEEF, "counter", Own])
    assert pickle.loads(pickle.dumps(entrants)) == entrants
    assert entrants[0].source == str(Path(BEEF).resolve())


def test_built_in_bots_have_luck_of_their_own() -> None:
    [one, two] = enter(["random", "random"])
    assert one.make(1).random.random() != two.make(1).random.random()
    assert one.make(1).random.random() == one.make(1).random.random()


# What cannot enter.


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("class Other: pass", r"there is no 'Player_Tess' in .*tess.py; nobody in it can p"),
        (AGENT.replace("Tess", "Angel"), r"no 'Player_Tess' in .*; it has Player_Angel$"),
        ("def Player_Tess(): pass", "Player_Tess in .* cannot play: a player is a class with"),
        ("1 / 0", r"tess.py cannot be loaded: ZeroDivisionError: .* \(tess.py, line 1\)$"),
        ("def (", r"tess.py cannot be loaded: SyntaxError: .* \(tess.py, line 1\)$"),
        ("import nonsuch", "cannot be loaded: ModuleNotFoundError: No module named 'nonsuch'"),
        ("exit()", "cannot be loaded: SystemExit"),
        ("raise KeyboardInterrupt", "cannot be loaded: KeyboardInterrupt"),
        (
            AGENT + "    def __init__(self, name, colour): pass",
            "Player_Tess in .*tess.py cannot be constructed with no arguments or with a name: "
            "TypeError",
        ),
        (AGENT + "    def __init__(self):\n        raise OSError('no\\nmore')", "OSError: no more"),
        (AGENT + "    __slots__ = ()", "cannot be constructed .* AttributeError"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_sentence(
    tmp_path: Path, text: str, sentence: str
) -> None:
    source = file(tmp_path, text) + ":Player_Tess"
    for _ in range(2):  # the second time as the first
        with pytest.raises(ValueError, match=sentence) as error:
            enter([source])
        assert "\n" not in str(error.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"there is no file .*/nonsuch\.py"):
        enter([f"{tmp_path}/nonsuch.py:Player"])
    with pytest.raises(ValueError, match="there is no bot 'deep'; choose from random, honest"):
        enter(["deep"])


def test_agents_do_not_play_other_rulesets() -> None:
    with pytest.raises(ValueError, match=r"agents play the ruleset coup2022 .* not inquisitor"):
        play_game(enter([BEEF, "honest"]), "inquisitor", seed=1)


def test_what_a_file_prints_is_kept_out(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    enter([file(tmp_path, "print('hello')\n" + AGENT)])
    assert capfd.readouterr() == ("", "")


def test_an_entrant_says_what_it_is() -> None:
    assert [entrant.is_file for entrant in enter(["counter", BEEF, Own])] == [False, True, False]
    assert [entrant.is_agent for entrant in enter(["counter", BEEF, Own])] == [False, True, False]
