"""A deterministic simulation of the server.

Hall, store and connections are the real ones; the event loop, the clocks, the sockets and the
database below them are simulated. A seed decides which task runs next, how long everything takes
and what fails. A seed that finds a fault always finds it again: `python -m tests.server.simulation
--seed 17 --trace`.
"""
