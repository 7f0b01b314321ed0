"""Tests of the benchmarks' form and judgement."""
