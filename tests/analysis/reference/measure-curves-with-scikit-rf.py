"""
Prints the curves that scikit-rf 2.2.0 computes from the networks in scikit-rf.json, as JSON. Its output is kept in
scikit-rf-curves.json, so that the tests need no Python. Usage: measure-curves-with-scikit-rf.py > scikit-rf-curves.json

Curves: magnitude in dB, phase and unwrapped phase in degrees of the last parameter of the first column, and the phase
delay that follows from the unwrapped phase. The unwrapped phase is extended to 0 Hz along the
line through the first two frequencies, and whole turns at 0 Hz are removed.
Parts of a network: the network that remains of a chain when one of its two networks is removed with its inverse.
Reflection: impedance and standing wave ratio of the first port, with the others terminated.
Time: impulse responses of the first and the last parameter, every second of 64 samples, and the impedance that follows
from the step response of the first: 32 of at least four samples per frequency, the fifth of them at time 0.
Losses: worst insertion loss from each port to each other one, for networks with several ports.
Crosstalk: power sums of 24 sets of coupled lines, and the noise of IEEE 802.3, 85.10.7, integrated by the trapezoidal
rule over their frequencies.
"""
import json, os, sys, warnings
warnings.simplefilter('ignore')
import numpy as np
import skrf

folder = os.path.dirname(os.path.abspath(__file__))
kept = json.load(open(os.path.join(folder, 'scikit-rf.json')))['networks']
random = np.random.default_rng(802)
short = lambda values: [float(f'{value:.11g}') for value in values]
complexes = lambda values: [[float(f'{one.real:.11g}'), float(f'{one.imag:.11g}')] for one in values]


def network(entry):
    s = np.array(entry['s'])
    frequency = skrf.Frequency.from_f(entry['frequencies'], unit='hz')
    return skrf.Network(frequency=frequency, s=s[..., 0] + 1j * s[..., 1], z0=entry['references'], name=entry['name'])


# Two networks have the same name; the first is used.
networks = {entry['name']: network(entry) for entry in reversed(kept)}
out = {'curves': [], 'parts': [], 'reflections': [], 'times': [], 'losses': [], 'crosstalk': []}

for name, one in networks.items():
    last = one.s[:, -1, 0]
    if np.min(np.abs(last)) < 1e-9:
        continue
    unwrapped = one.s_deg_unwrap[:, -1, 0] if one.nports > 1 else np.degrees(np.unwrap(np.angle(last)))
    f = one.f
    zero = unwrapped[0] - (unwrapped[1] - unwrapped[0]) * f[0] / (f[1] - f[0])
    turns = 360 * np.round(zero / 360)
    with np.errstate(all='ignore'):
        delay = np.where(f > 0, -(unwrapped - turns) / (360 * f), 0)
    out['curves'].append({
        'name': name,
        'decibels': short(one.s_db[:, -1, 0]),
        'phase': short(one.s_deg[:, -1, 0]),
        'unwrapped': short(unwrapped),
        'delay': short(delay),
    })

for name, one in networks.items():
    first = one.s11
    if np.min(np.abs(1 - first.s)) < 1e-9 or np.max(np.abs(first.s)) >= 1:
        continue
    out['reflections'].append({
        'name': name,
        'impedance': complexes(first.z[:, 0, 0]),
        'waves': short(first.s_vswr[:, 0, 0]),
    })

for name, one in networks.items():
    if np.ptp(np.diff(one.f)) >= 1:
        continue
    uniform = one.extrapolate_to_dc(kind='linear')
    entry = {'name': name, 'impulses': []}
    for window in ('hamming', ('kaiser', 6), None):
        for row, column in ((0, 0), (-1, 0)):
            single = skrf.Network(frequency=uniform.frequency, s=uniform.s[:, row, column], z0=one.z0[0, 0])
            t, impulse = single.impulse_response(window=window, n=64)
            title = window[0] if isinstance(window, tuple) else window or 'none'
            entry['impulses'].append({'to': 1 if row == 0 else one.nports, 'window': title, 'impulse': short(impulse[::2])})
    single = skrf.Network(frequency=uniform.frequency, s=uniform.s[:, 0, 0], z0=one.z0[0, 0])
    samples = int(2 ** np.ceil(np.log2(4 * len(uniform.f))))
    t, step = single.step_response(window='hamming', n=samples)
    # Beyond total reflection, as at an open end, there is no impedance.
    step = np.clip(step[samples // 2 - 4:samples // 2 + 28], -0.999, 0.999)
    entry['impedance'] = short(one.z0[0, 0].real * (1 + step) / (1 - step))
    out['times'].append(entry)

for name, one in networks.items():
    if one.nports < 2:
        continue
    pairs = []
    for to in range(one.nports):
        for source in range(one.nports):
            loss = -one.s_db[:, to, source]
            if to != source and loss.max() < 200:
                at = int(np.argmax(loss))
                pairs.append([to + 1, source + 1, *short([one.f[at], loss[at]])])
    if pairs:
        out['losses'].append({'name': name, 'pairs': pairs})

names = [(one, other) for one in networks for other in networks]
def fits(one, other):
    return (
        one.nports == other.nports and one.nports % 2 == 0 and len(one.f) == len(other.f) and np.all(one.f == other.f)
        and np.min(np.abs(np.linalg.det(other.s[:, one.nports // 2:, :one.nports // 2]))) > 1e-3
        and np.min(np.abs(np.linalg.det(one.s[:, one.nports // 2:, :one.nports // 2]))) > 1e-3
    )
pairs = [(one, other) for one, other in names if one != other and fits(networks[one], networks[other])]
for at in random.choice(len(pairs), 24, replace=False):
    whole, part = networks[pairs[at][0]], networks[pairs[at][1]].copy()
    half = whole.nports // 2
    # The part is removed from each end of the whole network, at the resistances that the whole network has there.
    near = part.copy()
    near.renormalize(np.concatenate([whole.z0[0, :half], whole.z0[0, :half]]).real)
    rest = near.inv ** whole
    far = part.copy()
    far.renormalize(np.concatenate([whole.z0[0, half:], whole.z0[0, half:]]).real)
    start = whole ** far.inv
    rows = (0, len(whole.f) - 1)
    out['parts'].append({
        'whole': whole.name, 'part': part.name, 'references': [float(z.real) for z in whole.z0[0]],
        'withoutNear': [[complexes(line) for line in rest.s[row]] for row in rows],
        'withoutFar': [[complexes(line) for line in start.s[row]] for row in rows],
    })

for index in range(24):
    rate, amplitude, rise = float(random.choice([5e9, 10.3125e9, 25.78125e9])), float(np.round(random.uniform(0.2, 1), 3)), float(np.round(random.uniform(5e-12, 50e-12), 14))
    f = np.linspace(0.05e9, 40e9, 60)
    count = int(random.integers(2, 6))
    s = (random.normal(size=(60, count)) + 1j * random.normal(size=(60, count))) * 0.02
    sums = np.zeros(60)
    for aggressor in range(count):
        one = skrf.Network(frequency=skrf.Frequency.from_f(f, unit='hz'), s=s[:, aggressor], z0=50)
        sums += one.s_mag[:, 0, 0] ** 2
    used = f <= rate
    filtered = (1 + (f * rise / 0.2365) ** 4) * (1 + (f / (0.75 * rate)) ** 8)
    density = amplitude ** 2 / rate * np.sinc(f / rate) ** 2 / filtered * sums
    noise = np.sqrt(2 * np.trapezoid(density[used], f[used]))
    out['crosstalk'].append({
        'rate': rate, 'amplitude': amplitude, 'riseTime': rise, 'frequencies': short(f),
        's': [complexes(s[:, aggressor]) for aggressor in range(count)], 'sum': short(sums), 'noise': float(f'{noise:.11g}'),
    })
json.dump(out, sys.stdout, separators=(',', ':'))
