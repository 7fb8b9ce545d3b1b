"""Coup in the browser: tables for people and bots.

A table is the entries of its log; everything else is a cache of them, so no game is ever lost. The
room uses `Game`, views, players and records. It knows no rules, and sends a client only what its
view shows.
"""
