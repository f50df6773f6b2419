"""
Prints networks in other forms and compared networks, computed by scikit-rf 2.2.0, as JSON. Its output is kept in
scikit-rf-forms.json, so that the tests need no Python. Usage: measure-forms-with-scikit-rf.py scikit-rf.json

Of the networks in scikit-rf.json, it prints each with its ports renumbered and then renormalized to one resistance; those
with equal steps from one step on, extended to 0 Hz, and then interpolated at other equal steps. Of 46 pairs with the same
number of ports, it prints one parameter of both, and the difference in dB, in degrees and of the complex values, for four
ports in mixed mode after both are renormalized to 50 ohms. The second one has only every second frequency, and is
interpolated in polar coordinates. Values of forms are kept at the first, the middle and the last frequency.
"""
import json, sys, warnings
warnings.simplefilter('ignore')
import numpy as np
import skrf

random = np.random.default_rng(23)
digits = lambda value: float(f'{value:.11g}')


def rows_of(values):
    rows = (0, len(values) // 2, len(values) - 1)
    return [[[[digits(one.real), digits(one.imag)] for one in row] for row in values[at]] for at in rows]


networks = {}
for one in json.load(open(sys.argv[1]))['networks']:
    s = np.array(one['s'])
    s = s[..., 0] + 1j * s[..., 1]
    frequency = skrf.Frequency.from_f(np.array(one['frequencies']), unit='hz')
    # Two networks have the same name; the tests find the first.
    networks.setdefault(one['name'], skrf.Network(frequency=frequency, s=s, z0=one['references'], name=one['name']))

out = {'renormalized': [], 'extended': [], 'even': [], 'compared': []}
for one in networks.values():
    order = [int(port) for port in random.permutation(one.nports)]
    changed = one.copy()
    changed.renumber(order, list(range(one.nports)))
    reference = float(np.round(random.uniform(10, 120), 1))
    changed.renormalize(reference)
    out['renormalized'].append({'name': one.name, 'order': [port + 1 for port in order], 'reference': reference, 's': rows_of(changed.s)})
    steps = np.diff(one.f)
    is_even = len(one.f) >= 4 and np.allclose(steps, steps[0], rtol=1e-9)
    if is_even and np.isclose(one.f[0], steps[0]):
        extended = one.extrapolate_to_dc(kind='linear', coords='polar')
        out['extended'].append({'name': one.name, 'points': len(extended.f), 's': rows_of(extended.s)})
        points = int(random.integers(5, 90))
        even = extended.interpolate(skrf.Frequency.from_f(np.linspace(0, one.f[-1], points), unit='hz'), kind='linear')
        # A real signal has a real value at 0 Hz.
        even.s[0] = even.s[0].real
        out['even'].append({'name': one.name, 'points': points, 's': rows_of(even.s)})

fits = [
    (one, other)
    for one in networks.values() for other in networks.values()
    if one is not other and one.nports == other.nports and len(one.f) >= 4 and len(other.f) >= 4
    and min(one.f[-1], other.f[-1]) > max(one.f[0], other.f[0])
]
mixed = [pair for pair in fits if pair[0].nports == 4]
chosen = [mixed[at] for at in random.choice(len(mixed), min(12, len(mixed)), replace=False)]
chosen += [fits[at] for at in random.choice(len(fits), 60, replace=False) if fits[at][0].nports != 4]
for one, other in chosen:
    to, into = int(random.integers(one.nports)), int(random.integers(one.nports))
    mode = 'single'
    first, second = one.copy(), skrf.Network(frequency=skrf.Frequency.from_f(other.f[::2], unit='hz'), s=other.s[::2], z0=other.z0[::2])
    row, column = to, into
    if one.nports == 4:
        mode = ['dd', 'dc', 'cd', 'cc'][int(random.integers(4))]
        for network in (first, second):
            network.renormalize(50)
            network.se2gmm(p=2)
        to, into = to % 2, into % 2
        row, column = to + (2 if mode[0] == 'c' else 0), into + (2 if mode[1] == 'c' else 0)
    inside = (first.f >= second.f[0]) & (first.f <= second.f[-1])
    f = first.f[inside]
    a = first.s[inside, row, column]
    between = second.interpolate(skrf.Frequency.from_f(f, unit='hz'), kind='linear', coords='polar')
    b = between.s[:, row, column]
    # The phase of a zero is arbitrary.
    if len(f) == 0 or min(np.min(np.abs(a)), np.min(np.abs(b))) < 1e-8 or np.min(np.abs(second.s[:, row, column])) < 1e-8:
        continue
    at = sorted({0, len(f) // 3, len(f) // 2, len(f) - 1})
    out['compared'].append({
        'reference': one.name, 'other': other.name, 'mode': mode, 'to': to + 1, 'from': into + 1,
        'frequencies': [float(f[index]) for index in at],
        'decibels': [digits(20 * np.log10(abs(b[index]))) for index in at],
        'difference': [digits(20 * np.log10(abs(b[index]) / abs(a[index]))) for index in at],
        'degrees': [digits(np.angle(b[index] / a[index], deg=True)) for index in at],
        'complex': [digits(20 * np.log10(max(1e-10, abs(a[index] - b[index])))) for index in at],
    })
json.dump(out, sys.stdout, separators=(',', ':'))
