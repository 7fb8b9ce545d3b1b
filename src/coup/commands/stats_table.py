"""What game files come to, as a table for people."""

from rich.table import Table

from coup.records.tally import Tallies

COLUMNS = (
    "games",
    "won",
    "claims",
    "of them\nproved",
    "bluffs\ncaught",
    "challenges\nright",
    "wrong",
)


def table(tallies: Tallies) -> Table:
    """For each player: games, claims, challenges, and how they ended."""
    drawn = Table(title="What the games tell")
    drawn.add_column("player", overflow="fold", vertical="bottom")
    for column in COLUMNS:
        drawn.add_column(column, justify="right", vertical="bottom", no_wrap=True)
    for player, tally in tallies.ranked():
        won = f"{tally.wins:,} ({tally.wins / tally.games:.0%})"
        numbers = (tally.claims, tally.proved, tally.caught, tally.right, tally.wrong)
        drawn.add_row(player, f"{tally.games:,}", won, *(f"{number:,}" for number in numbers))
    ending = f", {tallies.unfinished:,} without a winner" if tallies.unfinished else ""
    drawn.caption = f"{tallies.games:,} games{ending}"
    return drawn
