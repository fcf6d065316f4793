"""Recorded games at the terminal: their moves, boards and mistakes, and what a program does at one of them."""
