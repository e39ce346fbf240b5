"""Counts with their nouns, messages that are not too long, and texts that can be said in other languages.

A rating system, a pairing or a tie-break says what it does in English. Where a page is to say it in another
language, the text remembers what it was made of: :func:`worded` fills a template in, and the result is the
text as every reader of English has it, with the template and the values beside it. Who knows another language
says the template in it (:meth:`Worded.said_by`); nobody else needs to know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

MESSAGE = 2000
"""How many characters a printed message has at most."""


def counted(count: int, singular: str, plural: str = "") -> str:
    """Write a count with its noun: ``1 game``, ``964 games``, ``1 loss``, ``2 losses``.

    Args:
        count: how many; thousands are set apart.
        singular: the noun.
        plural: its plural, if that is not the noun with an s.
    """
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"


def numbered_as(noun: str, numbers: Sequence[int]) -> str:
    """Return things by their numbers: ``board 3``, ``boards 3, 4``."""
    return f"{noun}{'s' * (len(numbers) != 1)} {', '.join(map(str, numbers))}"


def shortened(message: str, most: int = MESSAGE) -> str:
    """Return a message without the middle, if it is too long to be read."""
    if len(message) <= most:
        return message
    half = (most - 40) // 2
    left = len(message) - 2 * half
    return f"{message[:half]} … ({left} characters left out) … {message[-half:]}"


class Figure(str):
    """A number as English has it, such as ``1,964`` or ``0.25``: other languages write it otherwise."""


class Worded(str):
    """A text that remembers the template and the values of which it was made.

    Attributes:
        template: with names between braces.
        many: the template for counts other than 1; empty where nothing is counted.
        counted: how many; 1 where nothing is counted.
        values: by the names in the template; texts of this kind are said in the other language too.
    """

    template: str
    many: str
    counted: int
    values: Mapping[str, object]

    def said_by(
        self,
        translate: Callable[[str], str],
        counted_in: Callable[[str, str, int], str],
        figure_in: Callable[[str], str] = str,
    ) -> str:
        """Return the text in another language.

        Args:
            translate: says a template.
            counted_in: says the form of a template that goes with a count.
            figure_in: writes a number.
        """
        template = (
            counted_in(self.template, self.many, self.counted) if self.many else translate(self.template)
        )
        if not self.values:
            return template
        values = dict(self.values)
        for name, value in values.items():
            if isinstance(value, Worded):
                values[name] = value.said_by(translate, counted_in, figure_in)
            elif isinstance(value, Figure):
                values[name] = figure_in(value)
        return template.format(**values)


def worded(template: str, /, **values: object) -> Worded:
    """Return a text made from a template: catalogues of languages have the template.

    Args:
        template: with names between braces, written out where this is called, so that it can be found.
        values: for those names.
    """
    return _worded(template, "", 1, values)


def worded_count(singular: str, plural: str, count: int, /, **values: object) -> Worded:
    """Return a text with a count, in the form that goes with it.

    Args:
        singular: the template for 1; ``{count}`` stands for the count.
        plural: for other counts.
        count: how many.
        values: for other names.
    """
    return _worded(singular, plural, count, {"count": Figure(f"{count:,}"), **values})


def as_worded(text: str) -> Worded:
    """Return a text that may be written out plainly, since nothing is filled into it."""
    return text if isinstance(text, Worded) else _worded(text, "", 1, {})


def joined(texts: Sequence[object], between: str = ", ") -> Worded:
    """Return texts one after another; each is said in the other language by itself.

    Args:
        texts: the texts.
        between: what stands between two of them: the same in all languages, and without braces.
    """
    names = [f"text{at}" for at in range(len(texts))]
    template = between.join(f"{{{name}}}" for name in names)
    return _worded(template, "", 1, dict(zip(names, texts, strict=True)))


def listed(texts: Sequence[object]) -> Worded:
    """Return at least one text as a sentence lists them: ``A``, ``A and B``, ``A, B and C``."""
    if len(texts) == 1:
        return joined(texts)
    return worded("{first} and {last}", first=joined(texts[:-1]), last=texts[-1])


def _worded(template: str, many: str, count: int, values: Mapping[str, object]) -> Worded:
    chosen = many if many and count != 1 else template
    text = Worded(chosen.format_map(values) if values else chosen)
    text.template, text.many, text.counted, text.values = template, many, count, values
    return text
