"""The questions a player is asked, and the legal moves behind them."""
