"""Buttons, menus and forms: from a custom id straight to what it means."""
