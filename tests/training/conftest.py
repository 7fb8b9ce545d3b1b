"""Tests run side by side, each on one core."""

import torch

torch.set_num_threads(1)
