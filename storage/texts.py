"""Every kind of text that games have, to be saved and read back in a database as it's set up."""

from storage.errors import StorageFailed

TEXTS = (
    "deal A♠ 10♥ K♦ J♣ ×2 ½ → “E4”",
    "Ángela, Łukasz, Ζωή, Жанна, 李小龍, 한국어, עברית, العربية, ไทย",
    "🎲 👩‍👩‍👧‍👦 🏳️‍🌈 𝄞",
    "e\N{COMBINING ACUTE ACCENT} isn't é",
    '{"quoted": "\\" \\\\ %s :name ? $1 \'"}',
    " line\nline\r\n\ttab \x01\x7f\ufeff\u2028 ",
    "",
    "long ♠ " * 20_000,
)

EVERY_SIGN = TEXTS[0] + TEXTS[1] + TEXTS[2]

MAKE = "{create} doctors_texts (number INTEGER, said TEXT)"
SAVE = "INSERT INTO doctors_texts VALUES (:number, :said)"
READ = "SELECT said FROM doctors_texts ORDER BY number"


def must_be_the_same(read: list[str]) -> None:
    """Raises StorageFailed unless these texts came back as they were saved."""
    if read != list(TEXTS):
        raise StorageFailed("The database doesn't give texts back as they were saved. Check its settings.")
