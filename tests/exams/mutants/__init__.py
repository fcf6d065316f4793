"""Wrong programs of the kind that students write, made from one right program for each contest."""
