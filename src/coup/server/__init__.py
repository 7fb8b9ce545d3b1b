"""Coup in the browser: tables for people and bots that never lose a game.

A table is the entries of its log, and everything else is a cache of it. The room knows `Game`,
views, players and records; it knows no rules, and sends nobody more than a view shows.
"""
