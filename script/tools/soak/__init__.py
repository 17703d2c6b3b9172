"""Long runs that look for rare faults: restarts, kills, races, leaks, hostile input."""
