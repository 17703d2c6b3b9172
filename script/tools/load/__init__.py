"""Tables and crowds that load a server, and the benchmarks that use them."""
