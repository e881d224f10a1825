"""The time resolver: words → tokens → a tree of small operators → an interval.

lexicon and tokens read words, numerals and quantities read numbers, the rules_* modules read one family
of expressions each, grammar joins them, and the operators in points, periods and arithmetic compute the
interval for one reference time. Nothing here reads the clock.
"""
