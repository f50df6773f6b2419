"""The constants of coatedMicrostrip and coatedOddMicrostrip in src/analysis/lines/microstrip.ts.

Random lines within the validity range are measured with the boundary element method of measure-lines.py. The constants
minimize the relative errors of their impedances. The capacitances of the same lines without a coating are taken from the
method, too, so that errors of the formulas for bare lines have no effect. Prints the constants, and the errors for lines
that were not used for the fit.
Run: python3 fit-coatings.py, with numpy, scipy and scikit-rf 1.x. Takes ten minutes.
"""
import contextlib, importlib, io
import numpy as np
from scipy.optimize import least_squares

with contextlib.redirect_stdout(io.StringIO()):
    measure = importlib.import_module('measure-lines')

SPACE = 376.730313668
draw = np.random.default_rng(1)
between = lambda low, high: float(np.exp(draw.uniform(np.log(low), np.log(high))))

def coated_line():
    """A random line over a dielectric with a height of 1, with and without a coating, alone and as one of a pair."""
    u, g, t, c = between(0.3, 4), between(0.3, 3), between(0.02, 0.5), between(0.05, 0.6)
    dk, coat_dk = draw.uniform(2.5, 5), draw.uniform(2.5, 5)
    def measured(gap):
        modes = [measure.microstrip(u, t, 1, dk, gap=gap, coat=coat, coat_dk=coat_dk, n=40) for coat in (0, c)]
        bare, coated = modes if gap is None else [mode['odd'] for mode in modes]
        return bare['impedance'], SPACE * np.sqrt(bare['permittivity']) / bare['impedance'], coated['impedance']
    return (u, g, t, c, coat_dk - 1, *measured(None), *measured(g))

def single(p, u, g, t, c, more):
    return more ** p[0] * (p[1] * t ** p[2] + p[3] * u ** p[4] * (1 - np.exp(-p[5] * c / u ** p[6])))

def odd(p, u, g, t, c, more):
    above = p[1] * g ** p[2] * (1 - np.exp(-p[3] * c * (1 + p[4] / g)))
    return more ** p[0] * (2 * t / g + p[5] * t ** p[6] + above)

def fit(name, added, start, columns):
    def errors(p, lines):
        impedance, capacitance, coated = lines[columns]
        return impedance / np.sqrt(1 + added(p, *lines[:5]) / capacitance) / coated - 1
    known, others = np.split(np.array([coated_line() for _ in range(160)]).T, [120], axis=1)
    p = least_squares(errors, start, args=(known,), loss='soft_l1', f_scale=0.005).x
    wrong = np.abs(errors(p, others))
    print(f'{name}: {np.round(p, 3)}; largest error {wrong.max():.1%}, 95% below {np.quantile(wrong, 0.95):.1%}')

fit('coatedMicrostrip', single, [0.8, 1, 0.5, 1, 0.2, 2, 0.4], slice(5, 8))
fit('coatedOddMicrostrip', odd, [0.9, 1.5, -0.2, 1, 1, 0.5, 0.5], slice(8, 11))
