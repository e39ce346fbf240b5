"""Perfect matchings of least cost in dense graphs, repaired as costs rise and edges go.

The Dutch system asks hundreds of matchings of one bracket that differ in little: it raises costs, takes edges
away, fixes a pair, and wants the first of the best each time. This engine keeps the matching, potentials and
blossoms between the questions and repairs them; :func:`arpad.tournament.matching.maximum_weight_matching`
would begin anew, which takes 6 to 20 times as long (``python -m bench.dense``).

- :mod:`~arpad.tournament.matching.dense.graph`: the graph and all that is known of it, in lists or arrays.
- :mod:`~arpad.tournament.matching.dense.blossom` and :mod:`~arpad.tournament.matching.dense.search`: Edmonds'
  method.
- :mod:`~arpad.tournament.matching.dense.first_optimal`: the first of the matchings of least cost in an order.

The numbers: compiled, a cost is a vector of int64 words, compared word by word and added word by word, so
that there are no carries. Those who make costs fill a word up to ``WORD`` bits. Potentials add costs up along
alternating paths, and each repair adds to what the last one left, so that no bound is proved beforehand.
Instead every potential that changes is watched. While all are within ``LIMIT``, 2⁶⁰, and costs within 2⁵⁸,
a slack is at most 2 · 2⁶⁰ + 2 · 2⁵⁸, the step of the potentials at most a slack, and a blossom's potential
grows by two steps, to 6 · 2⁶⁰ at the most: less than 2⁶³. So the step that first leaves the limit is still
exact, and is seen; the search then stops, and
:func:`~arpad.tournament.matching.dense.graph.check_potentials` refuses the result.
"""
