"""Pictures, one family for all: shapes on an `Easel`, words by `write`, colours of a `Palette`, `encode`.

A picture is put together from opaque tiles (P) of one palette on a kept background, which is what makes it
quick; every function may be called from several threads.
"""
