"""How bots decide, in the kernel's style of code: it runs interpreted, compiled and on a GPU."""
