"""
Prints the values of the sample report, computed by scikit-rf 2.2.0, as JSON. Its output is kept in scikit-rf-sample.json, so
that the tests need no Python. Usage: measure-sample-with-scikit-rf.py camera-link-channel.s4p camera-link-3v3.s2p

The limits are those of server/sample/delivery.json. Ports 1 and 2 of the channel are the pair at the transmitter, 3 and 4
that at the receiver. The supply was measured between two ports (shunt-through).
"""
import json, sys, warnings
warnings.simplefilter('ignore')
import numpy as np
import skrf
from skrf.calibration.deembedding import IEEEP370_FD_QM

channel, supply = skrf.Network(sys.argv[1]), skrf.Network(sys.argv[2])

# scikit-rf takes the pairs from consecutive ports: 1 and 2, 3 and 4.
mixed = channel.copy()
mixed.se2gmm(p=2)
insertion, returned = -20 * np.log10(abs(mixed.s[:, 1, 0])), -20 * np.log10(abs(mixed.s[:, 0, 0]))
impedance = abs(25 * supply.s[:, 1, 0] / (1 - supply.s[:, 1, 0]))


def checked(name, frequencies, values, points, bound):
    first, last = points[0][0], points[-1][0]
    inside = (frequencies >= first) & (frequencies <= last)
    f = np.unique(np.concatenate([frequencies[inside], [point[0] for point in points]]))
    value = np.interp(f, frequencies, values)
    limit = np.interp(f, [point[0] for point in points], [point[1] for point in points])
    margin = (limit - value) if bound == 'at most' else (value - limit)
    worst = int(np.argmin(margin))
    edges, violations = np.flatnonzero(np.diff(np.sign(margin))), []
    crossings = [float(f[at] + (f[at + 1] - f[at]) * margin[at] / (margin[at] - margin[at + 1])) for at in edges]
    if margin[0] < 0:
        crossings.insert(0, float(f[0]))
    if margin[-1] < 0:
        crossings.append(float(f[-1]))
    violations = [list(pair) for pair in zip(crossings[::2], crossings[1::2])]
    return {'name': name, 'value': float(value[worst]), 'limit': float(limit[worst]), 'margin': float(margin[worst]),
            'frequency': float(f[worst]), 'violations': violations}


target = 3.3 * 0.05 / 2.8
checks = [
    checked('insertion loss', channel.f, insertion, [(16e9, 36)], 'at most'),
    checked('return loss', channel.f, returned, [(50e6, 10), (4e9, 10), (16e9, 6)], 'at least'),
    checked('impedance', supply.f, impedance, [(1e3, target), (2e7, target)], 'at most'),
]
curves = [
    {'name': name, 'frequencies': f.tolist(), 'values': [float(f'{value:.9g}') for value in values]}
    for name, f, values in (
        ('insertion loss', channel.f, insertion), ('return loss', channel.f, returned), ('impedance', supply.f, impedance))
]
quality = [
    {'row': row, 'name': name, 'metric': float(found['value'])}
    for row, network in (('si', channel), ('pi', supply))
    for name, found in IEEEP370_FD_QM().check_se_quality(network).items()
]
print(json.dumps({'checks': checks, 'curves': curves, 'quality': quality}))
