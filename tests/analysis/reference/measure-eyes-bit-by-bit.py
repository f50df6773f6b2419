"""
Prints 24 channels and their eyes, simulated bit by bit, as JSON. Its output is kept in bit-by-bit-eyes.json, so that the
tests need no Python. Needs numpy 2 and takes some minutes. Usage: measure-eyes-bit-by-bit.py > bit-by-bit-eyes.json

Each channel is a lossy line with an echo, given by a formula at every frequency. A sequence of half a million random
symbols is sent: its spectrum, that of a rectangular symbol, the transmitter's taps, its edges, the line and the receiver's
equalizer are multiplied, and the waveform is sampled at one phase per transform. There is no response to a single
symbol, no interpolation and no distribution of interference:

- The receiver identifies the channel by dividing the spectrum of the received signal by that of the sent one. Its clock is where
  the response to a symbol is the same half a symbol before and after; the feedback is the response after it.
- Height, width and the limits of the eye are quantiles of the received values at each level. The noise is not drawn: a
  value is below a limit with the probability of the normal distribution.
- The bathtub is the mean of these probabilities over all symbols.
- The density is that of a pseudorandom sequence, whose quantiles are kept.

The receiver under test samples at 64 phases per symbol and rounds its clock up, so that heights, bathtubs and densities
are kept for the exact clock and for one 64th of a symbol later.
"""
import json, math, sys
import numpy as np

random = np.random.default_rng(7)
LAST, TAPERED = 4001 * 10e6, 0.2
COUNT = 2 ** 19
LEVELS = {'nrz': [-1, 1], 'pam4': [-1, -1 / 3, 1 / 3, 1]}


def channel(f, line, link):
    """From the sent symbols to the decision circuit, at frequencies of either sign."""
    size = np.abs(f)
    loss = np.exp(-line['loss'] * np.sqrt(size / 5e9) * (1 + 1j)) * np.exp(-2j * np.pi * size * line['delay'])
    h = loss + line['echo'] * np.exp(-2j * np.pi * size * (line['delay'] + line['later']))
    rate = link['rate']
    # Gaussian edges: from 20 to 80 percent in 1.683 standard deviations.
    h = h * np.exp(-(2 * np.pi * size * link['riseTime'] / 1.683242467) ** 2 / 2)
    if link['peaking']:
        # IEEE 802.3, 93A.1.4.3.
        h = h * (10 ** (-link['peaking'] / 20) + 4j * size / rate) / ((1 + 4j * size / rate) * (1 + 1j * size / rate))
    part = (size / LAST - 1 + TAPERED) / TAPERED
    h = h * np.where(part <= 0, 1, np.where(part >= 1, 0, (1 + np.cos(np.pi * part)) / 2))
    # A rectangular symbol, and the taps before and after it.
    main = 1 - abs(link['preTap']) - abs(link['postTap'])
    turn = np.exp(-2j * np.pi * size / rate)
    h = h * np.sinc(size / rate) * (main + link['preTap'] / turn + link['postTap'] * turn)
    return np.where(f < 0, np.conj(h), h)


class Link:
    """A repeated sequence of symbols over a channel."""

    def __init__(self, symbols, line, link):
        self.symbols, self.rate = symbols, link['rate']
        self.sent = np.fft.rfft(symbols)
        base = np.arange(len(self.sent)) * self.rate / len(symbols)
        images = math.ceil(LAST / self.rate)
        self.parts = []
        for image in range(-images - 1, images + 1):
            f = base + image * self.rate
            if f[0] < LAST and f[-1] > -LAST:
                self.parts.append((f, channel(f, line, link)))

    def received(self, time):
        """The value of the waveform `time` seconds after the start of each symbol."""
        spectrum = sum(h * np.exp(2j * np.pi * f * time) for f, h in self.parts)
        return np.fft.irfft(spectrum * self.sent, len(self.symbols))

    def response(self, time):
        """The contribution of the symbol that was sent 0, 1, 2, ... intervals ago."""
        return np.fft.irfft(np.fft.rfft(self.received(time)) / self.sent, len(self.symbols))


def clock_of(link, line):
    """The time after the start of a symbol at which its response is the same half a symbol before and after."""
    rate = link['rate']
    # A sequence without zeros in its spectrum, longer than any response.
    symbols = random.normal(size=2 ** 13)
    known = Link(symbols, line, link)
    places = np.arange(0, 1, 1 / 16) / rate
    responses = np.array([known.response(one) for one in places])
    phase, lag = np.unravel_index(np.argmax(responses), responses.shape)
    middle = places[phase] + lag / rate

    def single(time):
        whole = math.floor(time * rate)
        return known.response(time - whole / rate)[whole]

    edge = lambda time: single(time + 0.5 / rate) - single(time - 0.5 / rate)
    low, high = middle - 0.4 / rate, middle + 0.4 / rate
    assert edge(low) > 0 > edge(high)
    for _ in range(30):
        half = (low + high) / 2
        low, high = (half, high) if edge(half) > 0 else (low, half)
    return (low + high) / 2, single


# The normal distribution is tabulated, because the library has no function for arrays.
places = np.linspace(-9, 9, 180_001)
table = np.array([0.5 * math.erfc(-one / math.sqrt(2)) for one in places])
normal = lambda values: np.interp(values, places, table)


class Receiver:
    def __init__(self, sequence, line, link, receiver, late):
        self.link, self.receiver = link, receiver
        self.rate = link['rate']
        exact, single = clock_of(link, line)
        self.clock = exact + late / self.rate
        self.scale = receiver['swing'] / 2
        self.main = single(self.clock) * self.scale
        self.feedback = [
            single(self.clock + (tap + 1) / self.rate) * self.scale for tap in range(receiver['feedbackTaps'])
        ]
        self.sequence = sequence
        self.known = {}
        self.whole = math.floor(self.clock * self.rate)

    def values(self, offset):
        """The value for each symbol, `offset` unit intervals after the clock, without the feedback."""
        time = self.clock + offset / self.rate
        symbols = self.sequence.symbols
        received = self.sequence.received(time - self.whole / self.rate) * self.scale
        received = np.roll(received, -self.whole)
        for tap, value in enumerate(self.feedback):
            received = received - value * np.roll(symbols, tap + 1)
        return received

    def limits(self, offset):
        """The lower and the upper limit of the values at each level, at the error rate."""
        received, symbols = self.values(offset), self.sequence.symbols
        found = []
        for level in LEVELS[self.receiver['modulation']]:
            own = np.sort(received[np.abs(symbols - level) < 1e-9])
            found.append((self.quantile(own), -self.quantile(-own[::-1])))
        return found

    def quantile(self, ordered):
        noise, wanted = self.receiver['noise'], self.receiver['errorRate']
        # Values far above the limit do not count.
        some = ordered[: len(ordered) // 20]
        low, high = some[0] - 9 * noise, some[-1]
        for _ in range(40):
            half = (low + high) / 2
            below = np.sum(normal((half - some) / noise)) / len(ordered)
            low, high = (half, high) if below < wanted else (low, half)
        return (low + high) / 2

    def thresholds(self):
        levels = LEVELS[self.receiver['modulation']]
        return [self.main * (one + next) / 2 for one, next in zip(levels, levels[1:])]

    def height(self):
        limits = self.limits(0)
        return min(upper[0] - lower[1] for lower, upper in zip(limits, limits[1:]))

    def margins(self, offset):
        if offset in self.known:
            return self.known[offset]
        limits = self.limits(offset)
        self.known[offset] = [
            min(upper[0] - threshold, threshold - lower[1])
            for lower, upper, threshold in zip(limits, limits[1:], self.thresholds())
        ]
        return self.known[offset]

    def width(self):
        """The sum of the distances on both sides at which the margin of the worst opening is 0."""
        count = len(self.thresholds())
        sides = []
        for sign in (-1, 1):
            reach = []
            known = {offset: self.margins(sign * offset) for offset in (0.125, 0.25, 0.375, 0.484375)}
            for opening in range(count):
                outside = [offset for offset, margins in known.items() if margins[opening] <= 0]
                if not outside:
                    reach.append(0.5)
                    continue
                high = min(outside)
                low = max([0] + [offset for offset in known if offset < high])
                for _ in range(6):
                    half = (low + high) / 2
                    low, high = (half, high) if self.margins(sign * half)[opening] > 0 else (low, half)
                reach.append((low + high) / 2)
            sides.append(reach)
        return min(a + b for a, b in zip(*sides))

    def error_rate(self, offset):
        received, symbols = self.values(offset), self.sequence.symbols
        noise = self.receiver['noise']
        total = 0
        levels = LEVELS[self.receiver['modulation']]
        thresholds = self.thresholds()
        for index, level in enumerate(levels):
            own = received[np.abs(symbols - level) < 1e-9]
            wrong = np.zeros(len(own))
            if index > 0:
                wrong += normal((thresholds[index - 1] - own) / noise)
            if index < len(thresholds):
                wrong += normal((own - thresholds[index]) / noise)
            total += np.mean(wrong) / len(levels)
        return total


def pseudorandom(order):
    """Bits that follow from those 15 and 14, or 13, 12, 2 and 1 places before."""
    back = {15: (15, 14), 13: (13, 12, 2, 1)}[order]
    bits = [1] * order
    for at in range(order, 2 ** order - 1 + order):
        bits.append(sum(bits[at - one] for one in back) % 2)
    return np.array(bits[order:])


def pattern(modulation):
    if modulation == 'nrz':
        return 2.0 * pseudorandom(15) - 1
    bits = np.tile(pseudorandom(13), 2)
    pairs = 2 * bits[0::2] + bits[1::2]
    return np.array([-1, -1 / 3, 1, 1 / 3])[pairs]


short = lambda value: float(f'{value:.7g}')
# These are not halves, quarters or eighths, at which there are gaps between the levels.
SHARES = [0.055, 0.3, 0.45, 0.7, 0.94]
out = []
for index in range(24):
    four = index % 4 == 3
    line = {
        'loss': float(np.round(random.uniform(0.2, 0.7 if four else 1.1), 3)),
        'delay': float(np.round(random.uniform(0.5e-9, 2e-9), 13)),
        'echo': float(np.round(random.uniform(-0.06, 0.08) if four else random.uniform(-0.1, 0.15), 3)),
        'later': float(np.round(random.uniform(50e-12, 400e-12), 13)),
    }
    link = {
        'rate': float(random.choice([5e9, 8e9] if four else [5e9, 8e9, 10e9, 16e9])),
        'riseTime': float(np.round(random.uniform(10e-12, 30e-12), 13)),
        'preTap': float(random.choice([0, -0.05, -0.1])), 'postTap': float(random.choice([0, -0.1, -0.2])),
        'peaking': float(random.choice([0, 3, 6])),
    }
    receiver = {
        'modulation': 'pam4' if four else 'nrz', 'swing': float(random.choice([0.8, 1.0])),
        'feedbackTaps': int(random.integers(0, 4)), 'noise': float(random.choice([1e-3, 2e-3])), 'errorRate': 1e-3,
    }
    modulation = receiver['modulation']
    sequence = Link(random.choice(LEVELS[modulation], COUNT), line, link)
    repeated = Link(pattern(modulation), line, link)
    exact, later = [Receiver(sequence, line, link, receiver, late) for late in (0, 1 / 64)]
    densities = [Receiver(repeated, line, link, receiver, late) for late in (0, 1 / 64)]
    bathtub = []
    for offset in (-0.46875, -0.4375, -0.375, 0.375, 0.4375, 0.46875):
        bathtub.append([offset, *[short(one.error_rate(offset)) for one in (exact, later)]])
    quantiles = []
    for column in (0, 16, 32, 48):
        both = [np.quantile(one.values(column / 64 - 0.5), SHARES) for one in densities]
        quantiles.append([column, *[[short(value) for value in one] for one in both]])
    height = exact.height()
    out.append({
        'line': line, 'link': link, 'receiver': receiver,
        'heights': [short(height), short(later.height())],
        'widths': [short(one.width()) if height > 0 else 0 for one in (exact, later)],
        'bathtub': bathtub, 'quantiles': quantiles,
    })
    print(index, out[-1]['heights'], out[-1]['widths'], file=sys.stderr, flush=True)
json.dump(out, sys.stdout, separators=(',', ':'))
