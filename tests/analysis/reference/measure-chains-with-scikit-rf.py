"""
Prints chains of networks and split 2x-thrus, computed by scikit-rf 2.2.0, as JSON. Its output is kept in
scikit-rf-chains.json, so that the tests need no Python. Usage: measure-chains-with-scikit-rf.py scikit-rf.json

Of the networks in scikit-rf.json, it prints 24 chains of two, and each network with other port numbers and at other
frequencies.
Of 20 2x-thrus, it prints the fixtures of IEEE 370 (NZC). A 2x-thru is described by its lines: impedance in ohms,
delay in seconds, loss in nepers at 10 GHz; one list for two ports, or those of differential and common mode for four.
Values are kept at the first, the middle and the last frequency.
"""
import json, sys, warnings
warnings.simplefilter('ignore')
import numpy as np
import skrf
from skrf.calibration.deembedding import IEEEP370_MM_NZC_2xThru, IEEEP370_SE_NZC_2xThru

random = np.random.default_rng(370)


def rounded(values):
    return [[[float(f'{one.real:.11g}'), float(f'{one.imag:.11g}')] for one in row] for row in values]


def rows_of(values):
    return [rounded(values[row]) for row in (0, len(values) // 2, len(values) - 1)]


kept = json.load(open(sys.argv[1]))['networks']
networks = {}
for one in kept:
    s = np.array(one['s'])
    s = s[..., 0] + 1j * s[..., 1]
    frequency = skrf.Frequency.from_f(np.array(one['frequencies']), unit='hz')
    # Two networks have the same name; the tests find the first.
    networks.setdefault(one['name'], skrf.Network(frequency=frequency, s=s, z0=one['references'], name=one['name']))

out = {'chains': [], 'renumbered': [], 'interpolated': [], 'thrus': []}
fits = [
    (one, other)
    for one in networks.values()
    for other in networks.values()
    if one.nports == other.nports and one.nports % 2 == 0 and len(one.f) == len(other.f) and np.all(one.f == other.f)
    # An ideal open or an isolator cannot be removed again.
    and np.min(np.abs(np.linalg.det(other.s[:, one.nports // 2:, :one.nports // 2]))) > 1e-3
    and np.min(np.abs(np.linalg.det(one.s[:, one.nports // 2:, :one.nports // 2]))) > 1e-3
]
for at in random.choice(len(fits), 24, replace=False):
    one, other = fits[at][0], fits[at][1].copy()
    half = one.nports // 2
    other.renormalize(np.concatenate([one.z0[0, half:], other.z0[0, half:]]).real)
    out['chains'].append({'first': one.name, 'next': other.name, 's': rows_of((one ** other).s)})

for one in networks.values():
    order = [int(port) for port in random.permutation(one.nports)]
    changed = one.copy()
    changed.renumber(order, list(range(one.nports)))
    out['renumbered'].append({'name': one.name, 'order': [port + 1 for port in order], 's': rows_of(changed.s)})
    f = np.sort(random.uniform(one.f[0], one.f[-1], 7))
    between = one.interpolate(skrf.Frequency.from_f(f, unit='hz'), kind='linear')
    out['interpolated'].append({'name': one.name, 'frequencies': f.tolist(), 's': rows_of(between.s)})


def of_lines(lines, f, z0):
    whole = np.tile(np.eye(2, dtype=complex), (len(f), 1, 1))
    for impedance, delay, loss in lines:
        gamma = loss * np.sqrt(f / 1e10) + 2j * np.pi * f * delay
        part = np.array([[np.cosh(gamma), impedance * np.sinh(gamma)], [np.sinh(gamma) / impedance, np.cosh(gamma)]])
        whole = whole @ part.transpose(2, 0, 1)
    return skrf.network.a2s(whole, np.full((len(f), 2), z0, complex))


def lines(z0):
    part = lambda: [float(np.round(z0 * random.uniform(0.85, 1.15), 2)), float(np.round(random.uniform(60e-12, 240e-12), 13)), float(np.round(random.uniform(0.01, 0.1), 3))]
    side = [part() for _ in range(3)]
    return side + side[::-1]


for index in range(20):
    ports = 2 if index < 12 else 4
    points = int(random.integers(150, 400))
    first = 0 if index % 3 == 0 else 1
    f = np.arange(first, points + 1) * 100e6
    if ports == 2:
        modes = [lines(50)]
        thru = skrf.Network(frequency=skrf.Frequency.from_f(f, unit='hz'), s=of_lines(modes[0], f, 50), z0=50)
        split = IEEEP370_SE_NZC_2xThru(dummy_2xthru=thru, z0=50)
        sides = (split.s_side1, split.s_side2.flipped())
    else:
        modes = [lines(100), lines(25)]
        d, c = of_lines(modes[0], f, 100), of_lines(modes[1], f, 25)
        s = np.zeros((len(f), 4, 4), complex)
        for row in range(2):
            for column in range(2):
                same, other = (c[:, row, column] + d[:, row, column]) / 2, (c[:, row, column] - d[:, row, column]) / 2
                for own in range(2):
                    s[:, 2 * row + own, 2 * column + own] = same
                    s[:, 2 * row + own, 2 * column + 1 - own] = other
        thru = skrf.Network(frequency=skrf.Frequency.from_f(f, unit='hz'), s=s, z0=50)
        split = IEEEP370_MM_NZC_2xThru(dummy_2xthru=thru, z0=50, port_order='second')
        sides = (split.se_side1, split.se_side2.flipped())
    out['thrus'].append({
        'points': points, 'first': first, 'modes': modes,
        'near': rows_of(sides[0].s), 'far': rows_of(sides[1].s),
    })
json.dump(out, sys.stdout, separators=(',', ':'))
