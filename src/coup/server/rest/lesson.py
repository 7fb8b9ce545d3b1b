"""The guided first game: the page sends all answers so far and gets the state after them. The
server keeps nothing, so it is no table, and its fixed deal breaks no commitment."""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from coup.choices import choices
from coup.hosting.lesson import Lesson
from coup.server.messages import VERSION
from coup.server.naming import Refused, Text, checked_name
from coup.server.payload import choice_of, open_cards, view_for_seat
from coup.server.settings import Settings
from coup.situation import situation

router = APIRouter()
SOMEBODY = "Ann"
MOST = 120  # answers; the lesson takes a dozen
Short = Annotated[Text, Field(max_length=60)]


class Answers(BaseModel):
    """What the learner has answered so far, and how many lines of the story it has."""

    name: Short = ""
    answers: Annotated[list[Short], Field(max_length=MOST)] = []
    told: Annotated[int, Field(ge=0)] = 0


@router.post("/api/lesson")
def lesson(so_far: Answers) -> dict[str, Any]:
    """The guided first game after some answers: its state as at a table, with what to explain and
    to suggest."""
    name = checked_name(so_far.name) if so_far.name.strip() else SOMEBODY
    try:
        return state_of(answered(Lesson(name), so_far.answers), so_far.told)
    except ValueError as why:
        raise Refused(str(why)) from None


def answered(lesson: Lesson, answers: list[str]) -> Lesson:
    """A lesson after some answers."""
    for answer in answers:
        lesson.answer(answer, lesson.learner)
        lesson.run_bots()
    return lesson


def state_of(lesson: Lesson, told: int) -> dict[str, Any]:
    """The state of a lesson, as the page shows it."""
    game, name = lesson.game, lesson.learner
    return {
        "type": "state",
        "v": VERSION,
        "table": "lesson",
        "status": "over" if game.over else "playing",
        "settings": Settings().model_dump(mode="json"),
        "host": None,
        "you": name,
        "chairs": [chair_of(seat, kind) for seat, kind in lesson.chairs.items()],
        "bot_notes": [],
        "game": 1,
        "view": view_for_seat(game.view(name), told),
        "question": None if game.over else question_of(lesson),
        "open": {**open_cards(game), "advice": False} if game.over else None,
        "in_game": True,
        "ready": [],
        "hurried": False,
        "fair": {"commitment": None, "secret": None, "next": None},
        "chat": {"from": 0, "lines": []},
        "lesson": {"note": lesson.note, "suggestion": lesson.suggestion},
    }


def chair_of(seat: str, kind: str) -> dict[str, Any]:
    """A player at the table."""
    return {"name": seat, "kind": kind, "here": True, "stand_in": None, "won": 0}


def question_of(lesson: Lesson) -> dict[str, Any]:
    """The learner's question; the bots have answered already."""
    view = lesson.game.view(lesson.learner)
    return {
        "number": len(lesson.answers),
        "deadline": None,
        "text": situation(view),
        "mine": True,
        "concerns": True,
        "choices": [choice_of(choice, view) for choice in choices(view)],
        "spared": {},
    }
