"""Loopback servers and scripted parts that the tests run the real libraries against."""
