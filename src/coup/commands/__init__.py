"""The commands, one module for each kind of job. They read options, print, and make exit codes; how
anything is done is for the rooms below, which they import only when a command runs."""
