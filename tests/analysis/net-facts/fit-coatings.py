"""The constants of coatedMicrostrip and coatedOddMicrostrip in src/analysis/lines/microstrip.ts.

Lines at the ends and in the middle of the validity ranges, also with copper as thick as the line is wide, are measured with the
boundary element method of measure-lines.py. The constants minimize the sixth powers of the relative errors of their
impedances, and thus the largest errors. The capacitances of the same lines without a coating are taken from the method, too, so
that errors of the formulas for bare lines have no effect. Prints the constants and the largest error; lines.json has other lines.
For pairs, these constants reach 2.3%. Those in coatedOddMicrostrip were fitted with the same model to similar lines, but with the
capacitances of oddMicrostrip for the bare pairs, whose errors they partly compensate. Their largest error is 1.5%.
Run: python3 fit-coatings.py, with numpy, scipy and scikit-rf 1.x. Takes ten minutes.
"""
import contextlib, importlib, io, itertools
import numpy as np
from scipy.optimize import least_squares

with contextlib.redirect_stdout(io.StringIO()):
    measure = importlib.import_module('measure-lines')

SPACE = 376.730313668

def measured(gaps, thicknesses):
    """Lines over a dielectric with a height of 1, with and without a coating, as columns of their quantities."""
    rows = []
    for u, g, dk, part in itertools.product((0.3, 0.5, 1, 4), gaps, (2.5, 5), thicknesses):
        t = max(0.005, part * min(0.5, u))
        of = lambda **coating: measure.microstrip(u, t, 1, dk, gap=g, n=40, **coating)
        mode = lambda found: found if g is None else found['odd']
        bare = mode(of())
        for c, coat_dk in itertools.product((0.02, 0.1, 0.3, 0.6), (2.5, 5)):
            coated = mode(of(coat=c, coat_dk=coat_dk))
            rows.append((u, g or 0, t, c, dk, coat_dk - 1, bare['impedance'], SPACE * np.sqrt(bare['permittivity']) / bare['impedance'], coated['impedance']))
    return np.array(rows).T

def single(p, u, g, t, c, dk, more):
    return more ** p[0] * (p[1] * dk ** p[2] * t ** p[3] + p[4] * u ** p[5] * (1 - np.exp(-p[6] * c / u ** p[7])))

def odd(p, u, g, t, c, dk, more):
    above = p[0] * u ** p[1] * g ** p[2] * (1 - np.exp(-p[3] * c * (1 + p[4] / g)))
    return more * (2 * t / g + p[5] * t ** p[6] + above)

def fit(name, added, p, lines):
    def errors(p):
        bare, capacitance, coated = lines[6:]
        return bare / np.sqrt(1 + added(p, *lines[:6]) / capacitance) / coated - 1
    for power in (1, 2, 3):
        p = least_squares(lambda p: np.sign(errors(p)) * np.abs(50 * errors(p)) ** power, p).x
    print(f'{name}: {np.round(p, 3)}; largest error {np.abs(errors(p)).max():.1%} of {lines.shape[1]} lines')

fit('coatedMicrostrip', single, [0.8, 0.6, 0.5, 0.4, 0.9, 0.2, 2, 0.3], measured([None], (0, 0.3, 1)))
fit('coatedOddMicrostrip', odd, [1.1, 0.05, -0.3, 2, 0.5, 0.4, 0.3], measured([0.3, 3], (0, 1)))
