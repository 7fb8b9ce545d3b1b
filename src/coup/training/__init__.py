"""Training: networks that learn Coup by playing it, and how much can be won against one.

It stands on the batches of the laboratory and needs PyTorch (the extra `train`). What it makes is a
file of weights; `coup.bots.network` plays with that, and needs nothing of this room.
"""
