"""
Prints supplies and their impedance with added capacitors, computed by scikit-rf, as JSON. Its output is kept in
scikit-rf-supplies.json, so that the tests need no Python.

Each supply is a regulator (R, L), capacitors and planes in parallel, as a two-port (shunt-through), half of them with
different resistances at the ports. scikit-rf connects the added capacitors as shunt parts, and returns the impedance
that a short ideal connection to both ports has: Z21.
"""
import json, sys, warnings
warnings.simplefilter('ignore')
import numpy as np
import skrf
from skrf.media import DefinedGammaZ0

random = np.random.default_rng(23)
f = np.logspace(3, 9, 25)
frequency = skrf.Frequency.from_f(f, unit='hz')
w = 2 * np.pi * f


def branch(r, l, c, n=1):
    return n / (r + 1j * w * l + (1 / (1j * w * c) if c else 0))


def two_port(y, z0):
    """A shunt admittance between two ports."""
    a = np.zeros((len(f), 2, 2), complex)
    a[:, 0, 0] = a[:, 1, 1] = 1
    a[:, 1, 0] = y
    return skrf.Network(frequency=frequency, s=skrf.a2s(a, np.array([z0] * len(f), complex)), z0=z0)


parts = {'680u': (680e-6, 14.1e-3, 2e-9), '47u': (47e-6, 6.3e-3, 1e-9), '4u7': (4.7e-6, 4.5e-3, 0.5e-9), '470n': (0.47e-6, 4.5e-3, 0.5e-9)}
out = []
for index in range(20):
    z0 = [50, 50] if index % 2 else [50, 75]
    y = branch(random.uniform(2e-3, 20e-3), random.uniform(2e-9, 40e-9), None)
    for _ in range(3):
        y = y + branch(random.uniform(2e-3, 40e-3), random.uniform(0.2e-9, 2e-9), 10 ** random.uniform(-8, -4), random.integers(1, 9))
    y = y + branch(5e-3, 0.03e-9, random.uniform(0.1e-9, 2e-9))
    supply = two_port(y, z0)
    names = list(random.choice(list(parts), 2, replace=False))
    added = {str(name): int(random.integers(1, 12)) for name in names}
    mounting = float(np.round(random.uniform(0.2e-9, 1.5e-9), 12))
    media = DefinedGammaZ0(frequency, z0=z0[1], gamma=1j * w / 1.5e8)
    chain = supply
    for name, count in added.items():
        farads, ohms, henries = parts[name]
        for _ in range(count):
            one = media.capacitor(farads) ** media.inductor(henries + mounting) ** media.resistor(ohms) ** media.short()
            chain = chain ** media.shunt(one)
    rows = lambda values: [[float(f'{one.real:.12g}'), float(f'{one.imag:.12g}')] for one in values]
    out.append({
        'references': z0,
        's': [[[ [float(v.real), float(v.imag)] for v in row] for row in m] for m in supply.s],
        'impedance': rows(supply.z[:, 1, 0]),
        'added': added, 'mounting': mounting,
        'changed': rows(chain.z[:, 1, 0]),
    })
json.dump({'frequencies': f.tolist(), 'supplies': out}, sys.stdout, separators=(',', ':'))
