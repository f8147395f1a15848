"""Pictures, one family for all: shapes on an `Easel`, words by `write`, colours of a `Palette`, `encode`.

A board is put together on a `Sheet` from opaque tiles (P) of one palette on a kept background, and a
`Scene` keeps its header as it stands in the file, which is what makes it quick; every function may be called
from several threads.
"""
