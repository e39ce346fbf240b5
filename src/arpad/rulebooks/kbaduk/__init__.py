"""The Korea Baduk Association: the ratings of Korea's Go professionals."""

from arpad.rulebooks.kbaduk.system import KoreanBaduk

__all__ = ["KoreanBaduk"]
