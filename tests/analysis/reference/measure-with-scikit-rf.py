"""
Prints the networks of these tests and the values that scikit-rf 2.2.0 computes from them, as JSON. Its output is kept in
scikit-rf.json, so that the tests need no Python. Usage: measure-with-scikit-rf.py > scikit-rf.json

Every network has at least 9 frequencies and values with six decimal places. There are 24: lines, steps of impedance,
parts, ladders, coupled lines, amplifiers, and networks of random values with up to six ports, some of them not passive.
Parameters are kept at the first, the middle and the last frequency.
"""
import json, sys, warnings
warnings.simplefilter('ignore')
import numpy as np
import skrf
from skrf.calibration.deembedding import IEEEP370_FD_QM
from skrf.media import DefinedGammaZ0

POINTS = 9
random = np.random.default_rng(370)


def rounded(values, digits=11):
    return [[[float(f'{one.real:.{digits}g}'), float(f'{one.imag:.{digits}g}')] for one in row] for row in values]


def of(f, s, z0):
    s = np.round(s.real, 6) + 1j * np.round(s.imag, 6)
    return skrf.Network(frequency=skrf.Frequency.from_f(f, unit='hz'), s=s, z0=z0)


def media(f, z0=50, alpha=0.0):
    frequency = skrf.Frequency.from_f(f, unit='hz')
    gamma = alpha * np.sqrt(f / 1e9) + 2j * np.pi * f / 1.5e8
    return DefinedGammaZ0(frequency, z0=z0, gamma=gamma, z0_port=50)


def parts():
    f = np.linspace(1e9, 9e9, POINTS)
    fine = np.linspace(0, 10e9, 41)
    ideal, lossy, low = media(f), media(f, 50, 3.0), media(f, 42, 2.0)
    yield 'ideal line', ideal.line(0.02, 'm'), [50, 50]
    yield 'lossy line', lossy.line(0.05, 'm'), [50, 50]
    yield 'line of 42 ohms', low.line(0.03, 'm'), [50, 50]
    yield 'sampled line', media(fine, 47, 1.5).line(0.01, 'm'), [50, 50]
    yield 'open', ideal.open(), [50]
    yield 'short line', ideal.delay_load(-0.999, 0.01, 'm'), [50]
    yield 'series resistor', ideal.resistor(75.0), [50, 50]
    yield 'series RC', ideal.resistor(20.0) ** ideal.capacitor(2e-12), [50, 50]
    yield 'shunt capacitor', ideal.shunt_capacitor(1e-12), [50, 75]
    yield 'shunt inductor', ideal.shunt_inductor(1e-9), [50, 50]
    ladder = ideal.inductor(0.4e-9) ** ideal.shunt_capacitor(0.3e-12) ** ideal.inductor(0.2e-9)
    yield 'ladder', ladder, [50, 50]
    yield 'attenuator', ideal.attenuator(-6), [50, 50]
    amplifier = ideal.line(0.01, 'm').s.copy()
    amplifier[:, 1, 0] *= 3.1
    amplifier[:, 0, 1] *= 0.05
    amplifier[:, 0, 0] += 0.2
    yield 'amplifier', of(f, amplifier, 50), [50, 50]
    gain = lossy.line(0.001, 'm').s * 1.04
    yield 'slightly active', of(f, gain, 50), [50, 50]
    reverse = np.conj(lossy.line(0.02, 'm').s)
    yield 'runs backward', of(f, reverse, 50), [50, 50]


def coupled(f):
    even, odd = media(f, 55, 2.0).line(0.03, 'm').s, media(f, 45, 2.2).line(0.0302, 'm').s
    s = np.zeros((len(f), 4, 4), complex)
    # Ports 1 and 2 are the near ends, 3 and 4 the far ends.
    ends = [(0, 2), (1, 3)]
    for i in range(2):
        for j in range(2):
            for own in range(2):
                for other in range(2):
                    sign = 1 if own == other else -1
                    s[:, ends[own][i], ends[other][j]] = (even[:, i, j] + sign * odd[:, i, j]) / 2
    return s


def networks():
    for name, network, z0 in parts():
        yield name, of(network.f, network.s, z0)
    f = np.linspace(1e9, 9e9, POINTS)
    yield 'coupled lines', of(f, coupled(f), 50)
    uneven = np.array([0.01, 0.1, 0.3, 1, 2, 2.5, 4, 7, 12]) * 1e9
    yield 'coupled lines, uneven', of(uneven, coupled(uneven), 50)
    for ports in (1, 2, 3, 3, 4, 5, 6):
        s = random.normal(size=(POINTS, ports, ports)) + 1j * random.normal(size=(POINTS, ports, ports))
        s *= 0.4 / np.sqrt(ports)
        z0 = np.round(random.uniform(20, 120, ports), 1)
        yield f'random values at {ports} ports', of(f, s, z0)


def metrics(network):
    # The metrics of IEEE 370. scikit-rf computes passivity and reciprocity only for two or more ports.
    quality = IEEEP370_FD_QM()
    out = {'causality': quality.check_causality(network)}
    if network.nports > 1:
        out['passivity'] = quality.check_passivity(network)
        out['reciprocity'] = quality.check_reciprocity(network)
    return out


def steps(network):
    """The step responses of the first and the last parameter of the first column, every second of 64 samples."""
    uniform = network.extrapolate_to_dc(kind='linear')
    f = uniform.f.reshape(-1, 1, 1)
    out = []
    for window, rise in (('hamming', 0), (('kaiser', 6), 0), (None, 0), ('hamming', 80e-12)):
        shaped = uniform.copy()
        shaped.s = uniform.s * np.exp(-(2 * np.pi * f * rise / 2.563103131) ** 2 / 2)
        for row, column in ((0, 0), (-1, 0)):
            one = shaped.copy()
            one = skrf.Network(frequency=shaped.frequency, s=shaped.s[:, row, column], z0=50)
            t, step = one.step_response(window=window, n=64)
            name = window[0] if isinstance(window, tuple) else window or 'none'
            to = 1 if row == 0 else network.nports
            values = [float(f'{value:.9g}') for value in step[::2]]
            out.append({'to': to, 'window': name, 'rise': rise, 'step': values})
    return out


def chains(all_networks):
    """Two networks in a chain, joined at the resistances of the first one's far ends."""
    pairs = [
        ('lossy line', 'ladder'),
        ('line of 42 ohms', 'amplifier'),
        ('slightly active', 'series RC'),
        ('coupled lines', 'random values at 4 ports'),
        ('random values at 4 ports', 'coupled lines'),
        ('random values at 6 ports', 'random values at 6 ports'),
    ]
    for first, following in pairs:
        one, other = all_networks[first], all_networks[following].copy()
        half = one.nports // 2
        other.renormalize(np.concatenate([one.z0[0, half:], other.z0[0, half:]]).real)
        values = (one ** other).s
        yield {'first': first, 'next': following, 's': [rounded(values[row]) for row in (0, POINTS // 2, POINTS - 1)]}


out = []
networks_kept = list(networks())
for name, network in networks_kept:
    rows = [0, len(network.f) // 2, len(network.f) - 1]
    singular = [float(np.linalg.svd(one, compute_uv=False)[0]) for one in network.s]
    target = [35 + 10 * port for port in range(network.nports)]
    other = network.copy()
    other.renormalize(target)
    entry = {
        'name': name,
        'references': [float(one.real) for one in network.z0[0]],
        'frequencies': network.f.tolist(),
        's': [rounded(one) for one in network.s],
        'rows': rows,
        'singular': singular,
        'metrics': metrics(network),
        'target': target,
        'renormalized': [rounded(other.s[row]) for row in rows],
    }
    for parameter in 'zy':
        values = getattr(network, parameter)
        # An ideal part has no Z or Y parameters: scikit-rf then returns huge values.
        if np.all(np.isfinite(values)) and np.max(np.abs(values)) < 1e6 and np.max(np.abs(values)) > 1e-9:
            condition = max(np.linalg.cond(np.eye(network.nports) + (1 if parameter == 'y' else -1) * one) for one in network.s)
            if condition < 1e6:
                entry[parameter] = [rounded(values[row]) for row in rows]
    if np.ptp(np.diff(network.f)) < 1:
        entry['steps'] = steps(network)
    out.append(entry)
found = {'networks': out, 'chains': list(chains(dict(networks_kept)))}
json.dump(found, sys.stdout, separators=(',', ':'))
