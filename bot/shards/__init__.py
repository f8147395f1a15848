"""Several processes of one bot, each with some of Discord's shards; see decision 29."""
