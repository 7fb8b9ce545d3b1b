"""A deterministic simulation of the server.

Hall, store and connections are the real ones. The event loop, the clocks, the sockets and the
database below them are simulated: which task runs next, how long everything takes and what
fails follows from a seed. A seed that finds a fault finds it again, every time:
`python -m tests.server.simulation --seed 17 --trace`.
"""
