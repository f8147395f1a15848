"""Who and what is there when a local Discord starts. The ids never change, so a restart finds them again."""

GUILD_ID = "700000000000000001"
GUILD_NAME = "The Parlour"

# id, username, display name, colour; the first owns the server.
PEOPLE = (
    ("710000000000000001", "ada", "Ada", 0xB5533C),
    ("710000000000000002", "bruno", "Bruno", 0x2F6F8F),
    ("710000000000000003", "chiara", "Chiara", 0x7A8B3A),
    ("710000000000000004", "dmitri", "Dmitri", 0x6B4C8A),
    ("710000000000000005", "emi", "Emi", 0xC08A2B),
    ("710000000000000006", "farid", "Farid", 0x3C7A5E),
    # Everything a name may hold that breaks careless text: markdown, emoji, a right-to-left run, a mention.
    ("710000000000000007", "grim_reaper.exe", "**Gr1m**_`||💀👩‍👩‍👧 \u202eמתי\u202c @everyone", 0x55606B),
)
ADA, BRUNO, CHIARA, DMITRI, EMI, FARID, GRIM = (person[0] for person in PEOPLE)

MODERATOR_ROLE_ID = "720000000000000001"
MODERATORS = (BRUNO,)

# id, name, topic
CHANNELS = (
    ("730000000000000001", "general", "Anything at all"),
    ("730000000000000002", "games", "Boards and dice"),
    ("730000000000000003", "card-room", "Three at a table, please"),
    ("730000000000000004", "quiet-corner", "One slow game a week"),
    ("730000000000000005", "no-bots-here", "Bots may read here, not write"),
)
GENERAL, GAMES, CARD_ROOM, QUIET_CORNER, NO_BOTS_HERE = (channel[0] for channel in CHANNELS)
