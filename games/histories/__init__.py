"""What somebody has played: their games, what came of them, and against whom."""
