"""Many programs, one plan: who takes part, who meets whom, what is stored, and who stands where."""
