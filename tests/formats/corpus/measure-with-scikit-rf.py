"""
Prints the values that scikit-rf reads from Touchstone and CITI files, as JSON. Usage: measure-with-scikit-rf.py FILE...
scikit-rf 2.2.0 is not a dependency of this project: its results are kept in scikit-rf.json.
"""
import json, os, sys, warnings
warnings.simplefilter('ignore')
import skrf
from skrf.io.citi import Citi
from skrf.io.touchstone import Touchstone

pair = lambda value: [value.real, value.imag]


def noise_of(name, reference):
    if name.endswith('.cti'):
        return []
    file = Touchstone(name)
    if file.noise is None or len(file.noise) == 0:
        return []
    return [
        {'frequency': f, 'minimum': minimum, 'magnitude': magnitude, 'angle': angle, 'resistance': rn * reference}
        for f, minimum, magnitude, angle, rn in file.noise.tolist()
    ]


out = {}
for name in sys.argv[1:]:
    network = Citi(name).networks[0] if name.endswith('.cti') else skrf.Network(name)
    rows = sorted({0, len(network.f) // 2, len(network.f) - 1})
    out[os.path.basename(name)] = {
        'ports': network.nports,
        'frequencies': len(network.f),
        'at': [
            {'index': row, 'frequency': network.f[row], 's': [[pair(one) for one in line] for line in network.s[row].tolist()]}
            for row in rows
        ],
        'impedances': [pair(one) for one in network.z0[0].tolist()],
        'noise': noise_of(name, network.z0[0][0].real),
    }
json.dump(out, sys.stdout, separators=(',', ':'))
