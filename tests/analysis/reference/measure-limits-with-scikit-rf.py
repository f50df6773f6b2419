"""
Prints the values that scikit-rf 2.2.0 computes for reports, as JSON. Its output is kept in scikit-rf-limits.json. Usage:
measure-limits-with-scikit-rf.py > scikit-rf-limits.json

Losses: of the networks in scikit-rf.json, the highest insertion loss from port 1 to the last port and the
lowest return loss of port 1, with their frequencies.
Supplies: capacitors with series resistance and inductance in parallel with a regulator (a resistance and an inductance),
as a shunt between two ports. The output contains S21 of the two-port and the magnitude of the impedance.
"""
import json, os, sys, warnings
warnings.simplefilter('ignore')
import numpy as np
import skrf

folder = os.path.dirname(os.path.abspath(__file__))
networks = json.load(open(os.path.join(folder, 'scikit-rf.json')))['networks']
short = lambda value: float(f'{value:.12g}')
out = {'losses': [], 'supplies': []}
for entry in {entry['name']: entry for entry in reversed(networks)}.values():
    s = np.array(entry['s'])
    one = skrf.Network(
        frequency=skrf.Frequency.from_f(entry['frequencies'], unit='hz'), s=s[..., 0] + 1j * s[..., 1], z0=entry['references']
    )
    through, reflected = one.s_db[:, -1, 0], one.s_db[:, 0, 0]
    # Losses above 200 dB are zeros in the data.
    loss = {'name': entry['name']}
    if one.nports > 1 and through.min() > -200:
        loss['insertion'] = [short(one.f[np.argmin(through)]), short(-through.min())]
    if reflected.max() > -200:
        loss['return'] = [short(one.f[np.argmax(reflected)]), short(-reflected.max())]
    out['losses'].append(loss)

frequency = skrf.Frequency.from_f(np.logspace(3, 9, 61), unit='hz')
media = skrf.media.DefinedGammaZ0(frequency, z0=50)
parts = {
    'one capacitor': ([2e-3, 10e-9], [[100e-9, 10e-3, 0.5e-9]]),
    'two values': ([1e-3, 5e-9], [[22e-6, 3e-3, 1e-9], [100e-9, 12e-3, 0.4e-9]]),
    'bank': ([0.5e-3, 2e-9], [[330e-6, 6e-3, 2e-9], [22e-6, 3e-3, 0.8e-9], [1e-6, 8e-3, 0.4e-9], [100e-9, 15e-3, 0.3e-9]]),
}
for name, (regulator, capacitors) in parts.items():
    w = 2 * np.pi * frequency.f
    y = 1 / (regulator[0] + 1j * w * regulator[1])
    for c, r, l in capacitors:
        y = y + 1 / (r + 1j * w * l + 1 / (1j * w * c))
    load = skrf.Network(frequency=frequency, z=(1 / y)[:, None, None], z0=50)
    shunt = media.shunt(load)
    out['supplies'].append({
        'name': name,
        'regulator': regulator,
        'capacitors': capacitors,
        's21': [[short(value.real), short(value.imag)] for value in shunt.s[:, 1, 0]],
        'frequencies': [short(value) for value in frequency.f],
        'impedance': [short(abs(value)) for value in load.z[:, 0, 0]],
    })
json.dump(out, sys.stdout, separators=(',', ':'))
