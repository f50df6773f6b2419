"""Prints the values that scikit-rf reads from Touchstone and CITI files, as JSON. It shares no code with the product.

pip install scikit-rf==2.2.0
python3 tests/formats/corpus/measure-with-scikit-rf.py FILE... > tests/formats/corpus/scikit-rf.json

The files are those in tests/formats/corpus/touchstone2, some in tests/formats/samples, and those in SAMPLES_DIR/touchstone.

Of each file: the number of ports and frequencies, the matrices at the first, the middle and the last frequency, in the file's
parameter, the impedance of each port at the first frequency, and the noise parameters with the resistance in ohms. scikit-rf
sorts mixed-mode data by port; here, the modes are in the order of the file.

Not compared, because scikit-rf 2.2.0 misreads them: Y-, H- and G-parameters of version 1, and triangles of two ports with the
order 21_12.
"""
import json
import os
import platform
import re
import sys
import warnings
from datetime import date
from importlib.metadata import version

import skrf
from skrf.io.citi import Citi
from skrf.io.touchstone import Touchstone

warnings.simplefilter('ignore')
ORIGIN = (
    f'scikit-rf {version("scikit-rf")} with Python {platform.python_version()}, run with measure-with-scikit-rf.py '
    f'in {date.today():%B %Y}. '
    'The files are in tests/formats, or real ones in SAMPLES_DIR/touchstone, whose MANIFEST.md names their repositories.'
)


def pair(value):
    return [value.real, value.imag]


def noise_of(file):
    if file.noise is None or len(file.noise) == 0:
        return []
    # Version 1 normalizes the resistance.
    unit = file.z0[0][0].real if file.version.startswith('1') else 1
    return [
        {'frequency': f, 'minimum': minimum, 'magnitude': magnitude, 'angle': angle, 'resistance': resistance * unit}
        for f, minimum, magnitude, angle, resistance in file.noise.tolist()
    ]


def modes_in_order(path, ports):
    """Where scikit-rf puts each mode of the file: the differential one at the first port of its pair, the common one at the last."""
    with open(path, encoding='latin-1') as file:
        line = re.search(r'^\[Mixed-Mode Order\](.*)', file.read(), re.M)
    if not line:
        return list(range(ports))
    modes = [(mode[0], [int(port) - 1 for port in mode[1:].split(',')]) for mode in line[1].split()]
    return [max(pair) if mode == 'C' else min(pair) for mode, pair in modes]


def measure(path):
    is_citi = path.endswith('.cti')
    network = Citi(path).networks[0] if is_citi else skrf.Network(path)
    file = None if is_citi else Touchstone(path)
    matrices = getattr(network, file.parameter if file else 's')
    order = list(range(network.nports)) if is_citi else modes_in_order(path, network.nports)
    rows = sorted({0, len(network.f) // 2, len(network.f) - 1})
    return {
        'ports': network.nports,
        'frequencies': len(network.f),
        'at': [
            {'index': row, 'frequency': network.f[row], 'values': [[pair(matrices[row][to][at]) for at in order] for to in order]}
            for row in rows
        ],
        'impedances': [pair(network.z0[0][port]) for port in order],
        'noise': [] if is_citi else noise_of(file),
    }


files = {os.path.basename(path): measure(path) for path in sys.argv[1:]}
json.dump({'origin': ORIGIN, 'files': files}, sys.stdout, separators=(',', ':'))
