"""The draw models: shares of two expected scores, and what every model promises.

Sources: Davidson (1970) and Rao and Kupper (1967), *JASA* 65 and 62, each solved for the strengths whose expected
score is E; the other models are arithmetic.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.ratings.draws import DRAW_MODELS, draw_model

TABLE = [
    # model, parameter, at E = .5, at E = .76
    ("none", 0.0, (0.5, 0.0, 0.5), (0.76, 0.0, 0.24)),
    ("binomial", 0.0, (0.25, 0.5, 0.25), (0.5776, 0.3648, 0.0576)),
    ("fraction", 0.25, (0.375, 0.25, 0.375), (0.6688, 0.1824, 0.1488)),
    ("davidson", 1.0, (1 / 3, 1 / 3, 1 / 3), (0.6290, 0.2619, 0.1090)),
    ("rao-kupper", 2.0, (1 / 3, 1 / 3, 1 / 3), (0.6422, 0.2355, 0.1222)),
    ("max", 0.0, (0.0, 1.0, 0.0), (0.52, 0.48, 0.0)),
]
PARAMETERS = {"fraction": (0.0, 0.5), "davidson": (0.0, 10.0), "rao-kupper": (1.0, 10.0)}


def test_the_table_has_every_model() -> None:
    assert [row[0] for row in TABLE] == list(DRAW_MODELS)


@pytest.mark.parametrize(("name", "parameter", "even", "favourite"), TABLE)
def test_the_published_shares(
    name: str, parameter: float, even: tuple[float, ...], favourite: tuple[float, ...]
) -> None:
    model = draw_model(name)
    assert model.default == parameter  # with which a third of the games of equals are drawn, or a quarter
    assert model.outcomes(0.5, parameter) == pytest.approx(even, abs=1e-12)
    assert model.outcomes(0.76, parameter) == pytest.approx(favourite, abs=5.1e-5)


@pytest.mark.parametrize("name", DRAW_MODELS)
@given(E=st.floats(1e-9, 1 - 1e-9), share=st.floats(0.0, 1.0))
def test_they_sum_to_1_and_keep_the_expected_score(name: str, E: float, share: float) -> None:
    low, high = PARAMETERS.get(name, (0.0, 0.0))
    win, draw, loss = DRAW_MODELS[name].outcomes(E, low + share * (high - low))
    assert min(win, draw, loss) >= -1e-12
    assert win + draw + loss == pytest.approx(1.0, abs=1e-12)
    assert win + 0.5 * draw == pytest.approx(E, abs=1e-9)


@given(E=st.floats(1e-6, 1 - 1e-6))
def test_davidson_with_nu_2_is_the_binomial_model(E: float) -> None:
    one, other = (DRAW_MODELS[name].outcomes(E, 2.0) for name in ("davidson", "binomial"))
    assert one == pytest.approx(other, abs=1e-9)


def test_an_unknown_model_is_refused() -> None:
    with pytest.raises(BadInput, match="no draw model"):
        draw_model("bernoulli")
