"""Coup for research: observations, batches, environments that other libraries know, and exact
solutions of small games. It sees the kernel and views; it must not know screens or tournaments."""
