"""Forms that come from the pages of one visit: what each must bring back, which strangers do not know."""

from __future__ import annotations

import hmac
from hashlib import sha256


def token_of(visit: str) -> str:
    """Return what every form of a visit must bring back.

    Args:
        visit: what tells the visit from others: the secret of a session, or of a visitor's own cookie. No
            page of somebody else can read it.
    """
    return sha256(b"arpad form:" + visit.encode()).hexdigest()


def is_token_of(visit: str, token: str) -> bool:
    """Tell whether a form comes from a page of a visit."""
    return bool(visit) and hmac.compare_digest(token_of(visit).encode(), token.encode())
