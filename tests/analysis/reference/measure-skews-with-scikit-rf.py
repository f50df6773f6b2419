"""
Prints 24 pairs of lines and their skew, as JSON, computed with scikit-rf 2.2.0. Its output is kept in
scikit-rf-skews.json, so that the tests need no Python. Usage: measure-skews-with-scikit-rf.py > scikit-rf-skews.json

Ports 1 and 2 are the near ends of two matched lines with their own delays and losses, ports 3 and 4 the far ends; the
lines couple in proportion to frequency. The skew is computed from the mixed-mode parameters: a differential wave arrives
as a differential and a common one, whose sum and difference are the waves at the two ports. Their phases are unwrapped
from 0 Hz on, so that their delays are known at each frequency.
"""
import json, sys, warnings
warnings.simplefilter('ignore')
import numpy as np
import skrf

random = np.random.default_rng(23)
STEP, POINTS = 20e6, 501
f = np.arange(POINTS) * STEP
out = []
for index in range(24):
    delay = float(np.round(random.uniform(0.2e-9, 1.5e-9), 13))
    pair = {
        'delays': [delay, float(np.round(delay + random.uniform(-40e-12, 40e-12), 13))],
        'losses': [float(np.round(random.uniform(0.1, 0.8), 3)) for _ in range(2)],
        'coupling': float(np.round(random.uniform(0, 0.3), 3)),
    }
    s = np.zeros((POINTS, 4, 4), complex)
    for line in range(2):
        through = np.exp(-pair['losses'][line] * np.sqrt(f / 10e9) - 2j * np.pi * f * pair['delays'][line])
        s[:, 2 + line, line] = s[:, line, 2 + line] = through
    crossing = 1j * pair['coupling'] * (f / 10e9) * np.exp(-1j * np.pi * f * sum(pair['delays']))
    for far, near in ((2, 1), (3, 0)):
        s[:, far, near] = s[:, near, far] = crossing
    network = skrf.Network(frequency=skrf.Frequency.from_f(f, unit='hz'), s=s, z0=50)
    # The pairs are ports 1 and 2, and 3 and 4: differential 1, differential 2, common 1, common 2.
    network.se2gmm(2)
    differential, common = network.s[:, 1, 0], network.s[:, 3, 0]
    phases = [np.unwrap(np.angle(common + sign * differential)) for sign in (1, -1)]
    # The second port receives the inverted signal.
    phases[1] -= np.pi * np.round((phases[1][0] - phases[0][0]) / np.pi)
    skew = np.abs(phases[0] - phases[1])[1:] / (2 * np.pi * f[1:])
    kept = [25, 100, 250, 499]
    out.append({**pair, 'skews': [[float(f[at + 1]), float(f'{skew[at]:.12g}')] for at in kept]})
json.dump(out, sys.stdout, separators=(',', ':'))
