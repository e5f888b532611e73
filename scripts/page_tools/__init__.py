"""Fills the marked blocks of the course's pages and checks that the pages can be read from first to last."""
