"""
Prints 24 channels, their pulse responses and their eyes, as JSON. Its output is kept in scikit-rf-eyes.json, so that the
tests need no Python. Usage: measure-eyes-with-scikit-rf.py > scikit-rf-eyes.json

Each channel is a lossy line with an echo, as a scikit-rf network. The pulse is the sum of its spectrum at each time, with
the same spectrum of a symbol (edges, equalizer and taper), but without a fast transform or a grid of samples: the clock is
where the pulse is equal half a symbol before and after. The distribution of the interference follows from its
characteristic function, the product of those of all symbols and of the noise.
"""
import json, sys, warnings
warnings.simplefilter('ignore')
import numpy as np
import skrf
from scipy.optimize import brentq

random = np.random.default_rng(93)
STEP, POINTS = 10e6, 4001
f = np.arange(POINTS) * STEP


def channel(loss, delay, echo, later):
    s = np.exp(-loss * np.sqrt(f / 5e9) * (1 + 1j)) * np.exp(-2j * np.pi * f * delay)
    s = s + echo * np.exp(-2j * np.pi * f * (delay + later))
    return skrf.Network(frequency=skrf.Frequency.from_f(f, unit='hz'), s=s, z0=50)


def pulse_of(s, link):
    rate = link['rate']
    part = (np.arange(POINTS) / POINTS - 1 + 0.2) / 0.2
    taper = np.where(part <= 0, 1, (1 + np.cos(np.pi * part)) / 2)
    edges = np.exp(-(2 * np.pi * f * link['riseTime'] / 1.683242467) ** 2 / 2)
    equalizer = np.ones(POINTS, complex)
    if link['peaking']:
        equalizer = (10 ** (-link['peaking'] / 20) + 4j * f / rate) / ((1 + 4j * f / rate) * (1 + 1j * f / rate))
    spectrum = s * taper * edges * np.sinc(f / rate) * equalizer * STEP / rate
    spectrum[0] = spectrum[0].real / 2

    def sent(t):
        t = np.atleast_1d(t)
        return np.array([2 * np.sum(spectrum * np.exp(2j * np.pi * f * one)).real for one in t])

    main = 1 - abs(link['preTap']) - abs(link['postTap'])
    return lambda t: main * sent(t) + link['preTap'] * sent(t + 1 / rate) + link['postTap'] * sent(t - 1 / rate)


def height_at(clock):
    cursors = pulse(clock + offsets / rate) * receiver['swing'] / 2
    main = cursors[offsets == 0][0]
    canceled = (offsets > 0) & (offsets <= receiver['feedbackTaps'])
    others = cursors[(offsets != 0) & ~canceled]
    others = others[np.abs(others) > 1e-7]
    # The distribution on 65,536 values, of which the noise covers many.
    size = 2 ** 16
    span = 2.2 * (np.sum(np.abs(others)) + 10 * receiver['noise'])
    u = 2 * np.pi * np.arange(size // 2 + 1) / span
    phi = np.exp(-(receiver['noise'] * u) ** 2 / 2)
    for one in others:
        phi = phi * (np.cos(u * one) if receiver['modulation'] == 'nrz' else (np.cos(u * one) + np.cos(u * one / 3)) / 2)
    below = np.cumsum(np.fft.fftshift(np.fft.irfft(phi, size)))
    first = int(np.argmax(below > receiver['errorRate']))
    part = (receiver['errorRate'] - below[first - 1]) / (below[first] - below[first - 1])
    quantile = (size // 2 - (first - 1 + part) - 0.5) * span / size
    step = 2 if receiver['modulation'] == 'nrz' else 2 / 3
    return step * main - 2 * quantile


out = []
for index in range(24):
    line = {
        'loss': float(np.round(random.uniform(0.2, 1.2), 3)), 'delay': float(np.round(random.uniform(0.5e-9, 2e-9), 13)),
        'echo': float(np.round(random.uniform(-0.1, 0.15), 3)), 'later': float(np.round(random.uniform(50e-12, 400e-12), 13)),
    }
    isFour = index % 4 == 3
    link = {
        'rate': float(random.choice([5e9, 8e9] if isFour else [5e9, 8e9, 10e9, 16e9])), 'riseTime': float(np.round(random.uniform(10e-12, 30e-12), 13)),
        'preTap': float(random.choice([0, -0.05, -0.1])), 'postTap': float(random.choice([0, -0.1, -0.2])), 'peaking': float(random.choice([0, 3, 6])),
    }
    receiver = {
        'modulation': 'pam4' if isFour else 'nrz', 'swing': float(random.choice([0.8, 1.0])), 'feedbackTaps': int(random.integers(0, 4)),
        'noise': float(random.choice([1e-3, 2e-3])), 'errorRate': float(random.choice([1e-6, 1e-9, 1e-12])),
    }
    rate = link['rate']
    pulse = pulse_of(channel(**line).s[:, 0, 0], link)
    times = line['delay'] + np.arange(-64, 128) / 64 / rate
    values = pulse(times)
    at = int(np.argmax(values))
    near = np.arange(at - 2, at + 3)
    top = np.polyfit(times[near] - times[at], values[near], 2)
    peak = top[2] - top[1] ** 2 / 4 / top[0]
    edge = lambda t: float(pulse(t + 0.5 / rate)[0] - pulse(t - 0.5 / rate)[0])
    found = [brentq(edge, a, b) for a, b in zip(times[at - 32:at + 31], times[at - 31:at + 32]) if edge(a) > 0 >= edge(b)]
    clock = min(found, key=lambda t: abs(t - times[at]))
    count = int(1 / STEP * rate)
    offsets = np.arange(-(count // 4), count - count // 4)
    # The receiver's clock has a resolution of 1/64 of a symbol.
    heights = [height_at(clock + late / 64 / rate) for late in (0, 0.5, 1)]
    out.append({'line': line, 'link': link, 'receiver': receiver, 'peak': float(f'{peak:.9g}'), 'heights': [float(f'{one:.9g}') for one in heights]})
json.dump(out, sys.stdout, separators=(',', ':'))
