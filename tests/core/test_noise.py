"""Noise: a bell curve, drawn from salt and choice alone."""

from statistics import correlation, fmean, stdev

from hypothesis import given
from hypothesis import strategies as st

from core.noise import draw_noise

CHOICES = range(361)


@given(st.binary(max_size=40), st.integers(0, 10_000))
def test_the_same_question_is_misjudged_in_the_same_way(salt: bytes, deviation: int) -> None:
    whole = draw_noise(salt, CHOICES, deviation)
    assert whole == draw_noise(salt, CHOICES, deviation)
    assert draw_noise(salt, (7, 300), deviation).offsets == {
        choice: whole.offsets[choice] for choice in (7, 300)
    }
    assert whole.reach == 4 * deviation
    assert all(abs(noise) < 6 * deviation or not deviation for noise in whole.offsets.values())


def test_another_salt_another_misjudgement() -> None:
    assert draw_noise(b"a", CHOICES, 1_000).offsets != draw_noise(b"b", CHOICES, 1_000).offsets


def test_choices_are_misjudged_apart_from_each_other() -> None:
    noise = draw_noise(b"salt", CHOICES, 256).offsets
    assert len(set(noise.values())) > 250
    pairs = [(noise[choice], noise[choice + 1]) for choice in CHOICES[:-1]]
    assert abs(correlation(*zip(*pairs, strict=True))) < 0.15


def test_it_is_a_bell_of_the_width_asked_for() -> None:
    noise = [n for i in range(40) for n in draw_noise(bytes((i,)), CHOICES, 1_000).offsets.values()]
    assert abs(fmean(noise)) < 30
    assert 970 < stdev(noise) < 1_030
    assert 0.66 < fmean(abs(n) < 1_000 for n in noise) < 0.71


def test_who_does_not_err_has_no_reach() -> None:
    noise = draw_noise(b"salt", CHOICES, 0)
    assert set(noise.offsets.values()) == {0}
    assert noise.reach == 0
