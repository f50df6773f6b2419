"""
Prints networks whose ports have impedances of their own, and the same networks renormalized to one resistance, computed
by scikit-rf 2.2.0, as JSON. Its output is kept in scikit-rf-impedances.json, so that the tests need no Python.
Usage: measure-impedances-with-scikit-rf.py

The impedances are real or complex and differ by port and frequency. The S-parameters are traveling waves, which is what
HFSS writes unless its user chooses another definition. The values are those of seeded random numbers.
"""
import json
import numpy as np
import skrf

random = np.random.default_rng(31)
digits = lambda value: float(f'{value:.13g}')
pairs = lambda values: [pairs(one) for one in values] if np.ndim(values) > 1 else [[digits(one.real), digits(one.imag)] for one in values]

kinds = {
    'real and constant': lambda points, ports: np.tile(random.uniform(20, 400, ports), (points, 1)) + 0j,
    'real, versus frequency': lambda points, ports: random.uniform(20, 400, (points, ports)) + 0j,
    'complex, versus frequency': lambda points, ports: random.uniform(20, 400, (points, ports)) + 1j * random.uniform(-60, 60, (points, ports)),
    # scikit-rf adds a small resistance to an impedance without one, so these have one of their own.
    'almost imaginary at the first port, as below its cutoff': lambda points, ports: np.hstack([0.01 + 1j * random.uniform(20, 60, (points, 1)), random.uniform(20, 400, (points, ports - 1))]),
}
out = []
for kind, impedances_of in kinds.items():
    for ports, reference in ((1, 50), (2, 50), (3, 75), (4, 50)):
        points = 3
        s = random.uniform(-1, 1, (points, ports, ports)) + 1j * random.uniform(-1, 1, (points, ports, ports))
        s /= 2 * ports
        # Both sides compute with the digits that are kept.
        s = np.vectorize(lambda one: digits(one.real) + 1j * digits(one.imag))(s)
        z0 = np.vectorize(lambda one: digits(one.real) + 1j * digits(one.imag))(impedances_of(points, ports))
        network = skrf.Network(f=[1e9, 2e9, 3e9], f_unit='hz', s=s, z0=z0, s_def='traveling')
        network.renormalize(reference, s_def='traveling')
        out.append({'kind': kind, 'reference': reference, 'impedances': pairs(z0), 's': pairs(s), 'renormalized': pairs(network.s)})
print(json.dumps({'networks': out}, separators=(',', ':')))
