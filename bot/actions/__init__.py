"""What people do, by subject: buttons, menus, forms and slash commands."""
