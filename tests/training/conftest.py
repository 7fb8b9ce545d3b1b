"""Tests run in parallel, each on one core."""

import torch

torch.set_num_threads(1)
