"""The results of a tournament as one self-contained page: pictures, tables, the games."""

import json
from html import escape

from coup.arena.deeds import Behaviour
from coup.arena.plan import TournamentPlan
from coup.arena.remarks import remarks
from coup.arena.standings import Ratings, faults, has_matrix, names_fit, rating
from coup.arena.statistics import Rate, Statistics, share
from coup.hindsight import with_bluffs
from coup.records import Record
from coup.words import count

LETTER = 8.5  # the most points that a letter of a chart takes, on average
SHOWN = 200  # games whose stories are shown

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
  color: #1d2b26; background: #fbfaf6; }
h1, h2 { line-height: 1.2; } table { border-collapse: collapse; margin: 1rem 0; }
td, th { padding: .3rem .7rem; text-align: right; white-space: nowrap; }
td:first-child, th:first-child { text-align: left; }
.dense td, .dense th { padding: .3rem; }
thead th { border-bottom: 2px solid #20493c; } .scroll { overflow-x: auto; }
pre { background: #eee9dc; padding: 1rem; overflow-x: auto; } svg text { font: 14px system-ui; }
#games { display: grid; grid-template-columns: minmax(12rem, 1fr) 2fr; gap: 1rem; }
#list { max-height: 30rem; overflow-y: auto; } #list button { display: block; width: 100%;
  text-align: left; border: 0; background: none; padding: .2rem .5rem; font: inherit;
  cursor: pointer; }
#list button[aria-pressed=true] { background: #20493c; color: white; }
#story { max-height: 30rem; overflow-y: auto; white-space: pre-wrap; }
@media (max-width: 40rem) { #games { grid-template-columns: 1fr; } #list { max-height: 10rem; } }
"""
SCRIPT = """
const games = JSON.parse(document.getElementById('data').textContent);
const list = document.getElementById('list'), story = document.getElementById('story');
games.forEach((game, n) => {
  const button = document.createElement('button');
  button.textContent = game.title; button.onclick = () => {
    for (const each of list.children) each.setAttribute('aria-pressed', each === button);
    story.textContent = game.story.join('\\n'); };
  list.append(button); if (n === 0) button.click(); });
"""


def page(tally: Statistics, plan: TournamentPlan, ratings: Ratings) -> str:
    """The whole page."""
    names = ", ".join(plan.names)
    about = f"{count(tally.games, 'game')} of {plan.ruleset}, {plan.seats} seats, seed {plan.seed}"
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>Coup: {escape(names)}</title><style>{STYLE}</style>",
        f"<h1>Coup: who is best?</h1><p>{escape(about)}</p>",
        "<h2>Standings</h2>",
        standings(tally, plan, ratings),
    ]
    parts += [f"<p>{escape(remark)}</p>" for remark in remarks(tally, plan)]
    if ratings:
        parts += ["<h2>Ratings</h2>", rating_plot(tally, plan, ratings)]
    if has_matrix(plan):
        parts += ["<h2>Everybody against everybody</h2>", heat_map(tally, plan)]
    parts += ["<h2>From which seat</h2>", seat_plot(tally, plan)]
    if tally.looked_into:
        parts += ["<h2>Claims that were bluffs, challenges that were wrong</h2>"]
        parts += [habit_plot(tally, plan)]
    told = faults(tally, plan)
    if told:
        parts += ["<h2>Faults</h2>", f"<pre>{escape(chr(10).join(told))}</pre>"]
    if tally.records:
        parts += ["<h2>Games</h2>", games(tally)]
    return "\n".join(parts) + "\n"


def table(headings: list[str], rows: list[list[str]], dense: bool = False) -> str:
    """A table; the cells are HTML, with little space between them if it is dense."""
    head = "".join(f"<th>{heading}</th>" for heading in headings)
    body = "".join(
        "<tr>" + "".join(cell if cell.startswith("<td") else f"<td>{cell}</td>" for cell in row)
        for row in rows
    )
    kind = " class='dense'" if dense else ""
    return (
        f"<div class='scroll'><table{kind}><thead><tr>{head}</thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def standings(tally: Statistics, plan: TournamentPlan, ratings: Ratings) -> str:
    """Who won how often."""
    headings = ["player", "games", "wins", "win rate (95 %)", "draws", "rating (95 %)", "faults"]
    rows = [
        [
            escape(plan.names[who]),
            f"{tally.played[who]:,}",
            f"{tally.wins[who]:,}",
            str(tally.win_rate(who)),
            f"{tally.draws[who]:,}",
            rating(ratings, who),
            f"{tally.faults[who]:,}",
            f"{1000 * tally.thinking(who):.3f}",
        ]
        for who in tally.ranking()
    ]
    return table([*headings, "ms/decision"], rows)


def heat_map(tally: Statistics, plan: TournamentPlan) -> str:
    """The win rates by opponent, in colours from orange (never) to green (always)."""
    order = tally.ranking()
    names = [escape(plan.names[who]) for who in order]
    columns, digits = names, 1
    if not names_fit(plan):
        columns, digits = [str(place + 1) for place in range(len(order))], 0
        names = [f"{place} {name}" for place, name in zip(columns, names, strict=True)]
    rows = []
    for who, name in zip(order, names, strict=True):
        row = [name]
        for other in order:
            if not tally.met[who, other]:
                row.append("<td>")
                continue
            won = tally.against(who, other)
            hue = 30 + 120 * won.value
            light = 90 - 60 * abs(won.value - 0.5)
            row.append(
                f"<td style='background:hsl({hue:.0f} 60% {light:.0f}%)' title='{won}'>"
                f"{won.value:.{digits}%}"
            )
        rows.append(row)
    return table(["wins of … against", *columns], rows, dense=digits == 0)


def bars(rows: list[tuple[str, Rate]], low: float, high: float, unit: str) -> str:
    """Points with their intervals on a scale from `low` to `high`, as a picture."""
    left = 20 + LETTER * max(len(name) for name, _ in rows)
    right, height = left + 450, 28

    def x(value: float) -> float:
        return left + (right - left) * (value - low) / ((high - low) or 1)

    bottom = height * len(rows) + 8
    parts = []
    for tick in (low, (low + high) / 2, high):
        label = f"{tick:.0%}" if unit == "%" else f"{tick:.0f}"
        parts.append(
            f"<line x1='{x(tick):.1f}' x2='{x(tick):.1f}' y1='4' y2='{bottom}' stroke='#d8d2c0'/>"
            f"<text x='{x(tick):.1f}' y='{bottom + 16}' text-anchor='middle'>{label}</text>"
        )
    for number, (name, value) in enumerate(rows):
        y = height * number + 20
        label = f"{value.value:.1%}" if unit == "%" else f"{value.value:.1f}"
        parts.append(
            f"<text x='0' y='{y + 5}'>{escape(name)}</text>"
            f"<line x1='{x(value.low):.1f}' x2='{x(value.high):.1f}' y1='{y}' y2='{y}' "
            "stroke='#20493c' stroke-width='3'/>"
            f"<circle cx='{x(value.value):.1f}' cy='{y}' r='6' fill='#c8501e'/>"
            f"<text x='{right + 15}' y='{y + 5}'>{label}</text>"
        )
    size, wide = bottom + 22, right + 80
    return (
        f"<div class='scroll'><svg viewBox='0 0 {wide} {size}' width='{wide}' role='img' "
        f"aria-label='{escape(', '.join(name for name, _ in rows))}'>{''.join(parts)}</svg></div>"
    )


def rating_plot(tally: Statistics, plan: TournamentPlan, ratings: Ratings) -> str:
    """Ratings with their 95 % intervals."""
    rows = []
    for who in sorted(tally.ranking(), key=lambda each: -ratings[each][0]):
        mu, sigma = ratings[who]
        rows.append((plan.names[who], Rate(mu, mu - 1.96 * sigma, mu + 1.96 * sigma)))
    low, high = min(row[1].low for row in rows), max(row[1].high for row in rows)
    return bars(rows, low, high, "")


def seat_plot(tally: Statistics, plan: TournamentPlan) -> str:
    """How often each seat won."""
    rows = [
        ("begins" if seat == 0 else f"number {seat + 1}", share(tally.seat_wins[seat], tally.games))
        for seat in range(plan.seats)
    ]
    return bars(rows, 0.0, 1.0, "%")


def habit_plot(tally: Statistics, plan: TournamentPlan) -> str:
    """The share of claims that were bluffs, and of challenges that were wrong."""
    rows = []
    for who in tally.ranking():
        own, name = tally.habits.get(who, Behaviour()), plan.names[who]
        if own.claims:
            rows.append((f"{name}: bluffs", share(own.bluffs, own.claims)))
        if own.challenges:
            rows.append((f"{name}: wrong", share(own.wrong, own.challenges)))
    return bars(rows, 0.0, 1.0, "%")


def games(tally: Statistics) -> str:
    """The stories of games to browse, with the bluffs marked."""
    shown = []
    for number in sorted(tally.records)[:SHOWN]:
        record = Record.from_json(tally.records[number])
        game = record.game()
        story = [str(told) for told in with_bluffs(game.events)]
        title = f"{number}: {', '.join(game.seats)}; won by {game.winner or 'nobody'}"
        shown.append({"title": title, "story": story})
    data = json.dumps(shown, ensure_ascii=False).replace("<", "\\u003c")
    return (
        "<div id='games'><div id='list'></div><div id='story' aria-live='polite'></div></div>"
        f"<script type='application/json' id='data'>{data}</script><script>{SCRIPT}</script>"
    )
