"""
Prints the mixed-mode parameters and the delays that scikit-rf 2.2.0 computes from the networks in scikit-rf.json, as JSON. Its
output is kept in scikit-rf-lines.json. Usage: measure-lines-with-scikit-rf.py > scikit-rf-lines.json

Mixed mode: ports are renumbered so that the pairs come first, in the order given, then converted with the given
references or with the usual ones. Parameters are kept at the first, the middle and the last frequency.
Group delay: of the last parameter of the first column, at all frequencies, for networks with equal steps.
Noise: the integral of IEEE 802.3, 85.10.7, for a power sum that is constant or rises with the square of frequency.
"""
import json, os, sys, warnings
warnings.simplefilter('ignore')
import numpy as np
import skrf
from scipy.integrate import quad

folder = os.path.dirname(os.path.abspath(__file__))
networks = json.load(open(os.path.join(folder, 'scikit-rf.json')))['networks']
maps = {
    2: [[[1, 2]], [[2, 1]]],
    3: [[[3, 1]]],
    4: [[[1, 2], [3, 4]], [[1, 3], [4, 2]], [[4, 2]]],
    5: [[[5, 1], [2, 4]]],
    6: [[[1, 2], [3, 4], [5, 6]], [[6, 1], [3, 4], [5, 2]], [[2, 5]]],
}


def rounded(values):
    return [[[float(f'{one.real:.11g}'), float(f'{one.imag:.11g}')] for one in row] for row in values]


def network(entry):
    s = np.array(entry['s'])
    return skrf.Network(
        frequency=skrf.Frequency.from_f(entry['frequencies'], unit='hz'), s=s[..., 0] + 1j * s[..., 1], z0=entry['references']
    )


out = {'mixed': [], 'delays': [], 'noise': []}
# Two networks have the same name; the first is used.
for entry in {entry['name']: entry for entry in reversed(networks)}.values():
    one = network(entry)
    for pairs in maps.get(one.nports, []):
        for references in (None, [80 + 10 * at for at in range(len(pairs))] + [20 + 5 * at for at in range(len(pairs))]):
            used = [port - 1 for pair in pairs for port in pair]
            order = used + [port for port in range(one.nports) if port not in used]
            mixed = one.subnetwork(order)
            mixed.se2gmm(len(pairs), z0_mm=references)
            rows = entry['rows']
            out['mixed'].append({
                'name': entry['name'],
                'pairs': pairs,
                'references': [float(z.real) for z in mixed.z0[0]],
                'usual': references is None,
                's': [rounded(mixed.s[row]) for row in rows],
            })
    if np.ptp(np.diff(one.f)) < 1:
        delay = one.group_delay[:, -1, 0].real
        out['delays'].append({'name': entry['name'], 'group': [float(f'{value:.11g}') for value in delay]})

for rate, amplitude, rise in ((25.78125e9, 0.6, 9.6e-12), (10.3125e9, 0.4, 24e-12)):
    for name, power in (('constant', lambda f: 1e-4), ('square', lambda f: 1e-4 * (f / 1e10) ** 2)):
        def density(f):
            filtered = (1 + (f * rise / 0.2365) ** 4) * (1 + (f / (0.75 * rate)) ** 8)
            return amplitude ** 2 / rate * np.sinc(f / rate) ** 2 / filtered * power(f)
        total = 2 * quad(density, 0, rate, epsabs=0, epsrel=1e-10)[0]
        out['noise'].append({'rate': rate, 'amplitude': amplitude, 'riseTime': rise, 'sum': name, 'noise': float(np.sqrt(total))})
json.dump(out, sys.stdout, separators=(',', ':'))
