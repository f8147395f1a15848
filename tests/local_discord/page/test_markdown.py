"""Discord's markdown as the page shows it."""

from playwright.async_api import Page

from tests.local_discord.page.driving import Visit, browser_tests

pytestmark = browser_tests


MARKDOWN = [
    ("**b** *i* __u__ ~~s~~ `c`", "<strong>b</strong> <em>i</em> <u>u</u> <s>s</s> <code>c</code>"),
    ("***both***", "<strong><em>both</em></strong>"),
    ("snake_case_word and 2 * 3 * 4", "snake_case_word and 2 * 3 * 4"),
    ("a_b_ c xhttps://a.b", "a_b_ c xhttps://a.b"),
    (r"\*plain\*", "*plain*"),
    ("**bold *inner***", "<strong>bold <em>inner</em></strong>"),
    ("`**code**`", "<code>**code**</code>"),
    ("<b>&amp;</b>", "&lt;b&gt;&amp;amp;&lt;/b&gt;"),
    ("[x](javascript:alert)", "[x](javascript:alert)"),
]
"""Source and what is shown in the line."""


async def test_markdown_reads_as_on_discord(visit: Visit) -> None:
    page = await visit()
    for source, expected in MARKDOWN:
        assert await rendered(page, source) == f'<div class="line">{expected}</div>', source


BLOCKS = [
    ("# One\n-# small", "h3,small"),
    ("> quoted\n> more\nafter", "blockquote,div"),
    ("- a\n  - b\n- c", "ul"),
    ("1. a\n2. b", "ol"),
    ("before\n```py\nx = 1\n```\nafter", "div,pre,div"),
    (">>> all\nof it", "blockquote"),
]
"""Source and the blocks it makes."""


async def test_markdown_makes_the_blocks_discord_makes(visit: Visit) -> None:
    page = await visit()
    for source, expected in BLOCKS:
        html = await rendered(page, source, "[...node.children].map((one) => one.localName).join()")
        assert html == expected, source


async def rendered(page: Page, source: str, what: str = "node.innerHTML") -> str:
    script = f"""async (source) => {{
        const {{ markdown }} = await import('/page/markdown.js');
        const nobody = () => null;
        const known = {{ user: nobody, role: nobody, channel: nobody, open: nobody, command: nobody }};
        const node = markdown(source, known);
        return {what};
    }}"""
    return str(await page.evaluate(script, source))


async def test_deep_or_broken_marks_end_soon_and_lose_no_character(visit: Visit) -> None:
    page = await visit()
    for source in (
        "**" * 1000,
        "_*" * 1000,
        "[" * 2000,
        "> " * 800 + "x",
        "||" * 999,
        "`" * 1999,
        "- " * 900,
    ):
        text = await rendered(page, source, "node.textContent.length + node.querySelectorAll('*').length")
        assert int(text) > 0


FROM_RIGHT = "\u2068\u05d0\u05d3\u05d4\u2069"
"""A name in Hebrew, isolated from the words around it."""


async def test_every_line_begins_on_the_left_whatever_its_letters(visit: Visit) -> None:
    page = await visit()
    for line in ("Ada wins", f"{FROM_RIGHT} wins", FROM_RIGHT, FROM_RIGHT.strip("\u2068\u2069")):
        left = await page.evaluate(_LEFT, line)
        assert left < 2, line


_LEFT = """async (source) => {
    const { markdown } = await import('/page/markdown.js');
    const nobody = () => null;
    const known = { user: nobody, role: nobody, channel: nobody, open: nobody, command: nobody };
    const node = markdown(source, known);
    document.body.append(node);
    node.style.cssText = 'position: fixed; left: 0; width: 400px';
    const words = document.createRange();
    words.selectNodeContents(node.firstChild);
    const left = words.getBoundingClientRect().left;
    node.remove();
    return left;
}"""
"""How many pixels from the left a line of 400 pixels begins."""
