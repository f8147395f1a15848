"""The pictures: streets, bags, notebook and icons."""
