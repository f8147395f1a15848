"""The pictures of all games: shapes on an `Easel`, words by `write`, colours of a `Palette`, `encode`.

To be quick, a board is pasted on a `Sheet` from opaque tiles (P) of one palette on a cached background, and a
`Scene` caches its header in compressed form. Every function can be called from several threads.
"""
