"""The rules of High Society: pure values and functions, standard library only."""
