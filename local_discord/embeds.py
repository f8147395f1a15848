"""Embeds, checked the way Discord does."""

from local_discord.codec import Json
from local_discord.controls import copy_fields
from local_discord.forms import Form

EMBEDS_MOST = 10
TOTAL_MOST = 6000


def read_embeds(form: Form) -> list[Json] | None:
    """The embeds of a message as Discord stores them; None when the field was not given."""
    forms = form.children("embeds", EMBEDS_MOST)
    if forms is None:
        return None
    embeds = [_read_embed(one) for one in forms]
    if sum(_characters(embed) for embed in embeds) > TOTAL_MOST:
        message = f"Embed size exceeds maximum size of {TOTAL_MOST}"
        form.wrong("embeds", "MAX_EMBED_SIZE_EXCEEDED", message)
    return embeds


def _read_embed(form: Form) -> Json:
    embed: Json = {"type": "rich"}
    found: Json = {
        "title": form.text("title", 256),
        "description": form.text("description", 4096),
        "url": form.url("url"),
        "color": form.whole("color", 0, 0xFFFFFF),
        "timestamp": form.text("timestamp", 64),
    }
    copy_fields(found, embed, *found)
    for key, inner, most in (("footer", "text", 2048), ("author", "name", 256)):
        held = form.child(key)
        if held:
            embed[key] = copy_fields(
                held.fields, {inner: held.text(inner, most, required=True)}, "icon_url", "url"
            )
    for key in ("image", "thumbnail"):
        held = form.child(key)
        if held:
            url = held.url("url", required=True, schemes=("http", "https", "attachment"))
            embed[key] = {"url": url}
    fields = form.children("fields", 25)
    if fields:
        embed["fields"] = [_read_field(one) for one in fields]
    return embed


def _read_field(form: Form) -> Json:
    return {
        "name": form.text("name", 256, least=1, required=True),
        "value": form.text("value", 1024, least=1, required=True),
        "inline": bool(form.flag("inline")),
    }


def _characters(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields", []):
        texts += [field["name"], field["value"]]
    return sum(len(text or "") for text in texts)
