"""Centred cosines from the raw ones that the server computes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from graphmem.model.segment import Vector


@dataclass(frozen=True, slots=True)
class Centred:
    """The cosine after the mean was taken off both sides, from cosines that the server gives."""

    question_to_mean: float
    length: float
    question_length: float

    @classmethod
    def of(cls, question: Vector, mean: Vector) -> Centred:
        """question, mean: raw; the mean may be zero, as long as it is unknown."""
        length = float(np.linalg.norm(mean))
        return cls._from(float(question @ mean), length)

    @classmethod
    def to_mean(cls, cosine: float, length: float) -> Centred:
        """Of a unit vector of which only the cosine to the mean is known. length: of the mean."""
        return cls._from(cosine * length, length)

    @classmethod
    def _from(cls, product: float, length: float) -> Centred:
        return cls(product, length, _own(product, length))

    def __call__(self, to_question: float, to_mean: float) -> float:
        """to_question, to_mean: cosines of a unit vector to the question and to the mean."""
        product = to_mean * self.length
        own = _own(product, self.length)
        value = (to_question - self.question_to_mean - product + self.length**2) / (
            own * self.question_length
        )
        return max(-1.0, min(1.0, value))


def _own(product: float, length: float) -> float:
    """The length of a unit vector once the mean is off."""
    return math.sqrt(max(1e-12, 1 - 2 * product + length**2))
