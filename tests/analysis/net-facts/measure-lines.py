"""Impedances of printed lines for the tests of src/analysis/lines.

Microstrips without a coating: scikit-rf's MLine (model hammerstadjensen, no dispersion, no losses).
Everything else: the boundary element method written here, which shares no formula with the product. The charge on the
surfaces of the conductors and on the interfaces of dielectrics is constant on each panel; planes are images.
The lines marked as limits are at the ends of the validity ranges, over a height or between planes of 1 mm. Microstrips among
them are measured with boundary elements, since scikit-rf has the same formula for thick copper as the product.
Run: python3 measure-lines.py > lines.json, with numpy and scikit-rf 1.x.
"""
import itertools
import json
import numpy as np
import skrf

EPS0 = 8.8541878128e-12
C0 = 299792458.0

def graded(a, b, n, ends=(True, True)):
    """Points from a to b, denser at the ends, where charge accumulates."""
    s = np.linspace(0, 1, n + 1)
    if ends == (True, True): s = (1 - np.cos(np.pi * s)) / 2
    elif ends == (True, False): s = s ** 4
    elif ends == (False, True): s = 1 - (1 - s) ** 4
    return a + (b - a) * s

class Problem:
    def __init__(self, plane_distance=None):
        self.H = plane_distance
        self.panels = []  # z1, z2, conductor index or -1, permittivity on the left, on the right of the direction

    def line(self, points, conductor, left, right):
        for a, b in zip(points[:-1], points[1:]): self.panels.append((a, b, conductor, left, right))

    def rectangle(self, x, y, w, t, conductor, n, eps):
        """Counter-clockwise, so that the outside is on the right. eps: bottom, right, top, left."""
        k = max(6, n // 4)
        self.line(graded(x, x + w, n) + 1j * y, conductor, None, eps[0])
        self.line(x + w + 1j * graded(y, y + t, k), conductor, None, eps[1])
        self.line(graded(x + w, x, n) + 1j * (y + t), conductor, None, eps[2])
        self.line(x + 1j * graded(y + t, y, k), conductor, None, eps[3])

    def capacitance(self, volts):
        z1 = np.array([p[0] for p in self.panels], complex)
        z2 = np.array([p[1] for p in self.panels], complex)
        cond = np.array([p[2] for p in self.panels])
        L = np.abs(z2 - z1)
        d = (z2 - z1) / L
        z = (z1 + z2) / 2
        Z = z[:, None]
        def log_part(a, b, dd):
            w = (Z - a) * np.conj(dd)
            F = lambda v: v * np.log(np.where(v == 0, 1, v)) - v
            phi = -np.real(F(w) - F(w - L)) / (2 * np.pi)
            E = np.conj((np.log(w) - np.log(w - L)) / (2 * np.pi)) * dd
            return phi, E
        phi, E = log_part(z1, z2, d)
        i = np.arange(len(z))
        w = L / 2
        E[i, i] = 0
        if self.H is None:
            p2, E2 = log_part(np.conj(z1), np.conj(z2), np.conj(d))
            phi, E = phi - p2, E - E2
        else:
            H = self.H
            dx, dy, sy = Z.real - z.real, Z.imag - z.imag, Z.imag + z.imag
            a, b = np.cosh(np.pi * dx / H) - np.cos(np.pi * dy / H), np.cosh(np.pi * dx / H) - np.cos(np.pi * sy / H)
            r2 = dx ** 2 + dy ** 2
            ok = r2 > 0
            r2s = np.where(ok, r2, 1)
            ratio = np.where(ok, a / r2s, (np.pi / H) ** 2 / 2)
            phi = phi - (np.log(ratio) - np.log(b)) / (4 * np.pi) * L
            as_ = np.where(ok, a, 1)
            s = np.pi / H
            gx = s * np.sinh(s * dx) * (1 / as_ - 1 / b)
            gy = s * (np.sin(s * dy) / as_ - np.sin(s * sy) / b)
            Ex = (gx / (4 * np.pi) - np.where(ok, dx / r2s, 0) / (2 * np.pi)) * L
            Ey = (gy / (4 * np.pi) - np.where(ok, dy / r2s, 0) / (2 * np.pi)) * L
            selfx, selfy = 0, (-s * np.sin(s * 2 * z.imag) / b[i, i]) / (4 * np.pi) * L
            Ex[i, i], Ey[i, i] = selfx, selfy
            E = E + Ex + 1j * Ey
        normal = -1j * d  # to the right
        En = np.real(E * np.conj(normal)[:, None])
        A = np.where((cond >= 0)[:, None], phi, 0)
        rhs = np.zeros(len(z))
        for k, p in enumerate(self.panels):
            if p[2] >= 0: rhs[k] = volts[p[2]]; continue
            left, right = p[3], p[4]
            A[k] = (right - left) * En[k]
            A[k, k] += (right + left) / 2
        q = np.linalg.solve(A, rhs)
        eps = np.array([p[4] for p in self.panels], float)
        return [EPS0 * np.sum((q * L * eps)[cond == c]) for c in range(len(volts))]

def microstrip(w, t, h, dk, gap=None, coat=0, coat_dk=1.0, n=48):
    def build(dk, cdk):
        P = Problem()
        far = 40 * h + 10 * w
        xs = [-w / 2] if gap is None else [-gap / 2 - w, gap / 2]
        c = coat
        out = cdk if c > 0 else 1.0
        for k, x in enumerate(xs): P.rectangle(x, h, w, t, k, n, (dk, out, out, out))
        edges = [(-far, xs[0])] + ([(xs[0] + w, xs[1])] if gap else []) + [(xs[-1] + w, far)]
        # left to right: left side is above
        if dk != out:
            for k, (a, b) in enumerate(edges):
                ends = (False, True) if k == 0 else ((True, False) if k == len(edges) - 1 else (True, True))
                P.line(graded(a, b, 2 * n, ends) + 1j * h, -1, out, dk)
        if c > 0 and cdk != 1:
            P.line(np.concatenate([graded(-far, 0, 3 * n, (False, True)), graded(0, far, 3 * n, (True, False))[1:]]) + 1j * (h + t + c), -1, 1.0, cdk)
        return P
    return modes(build, dk, coat_dk, gap)

def stripline(w, t, h1, dk1, h2, dk2, gap=None, n=48):
    """h1 below the line, h2 above it."""
    def build(dk1, dk2):
        H = h1 + t + h2
        P = Problem(H)
        xs = [-w / 2] if gap is None else [-gap / 2 - w, gap / 2]
        for k, x in enumerate(xs): P.rectangle(x, h1, w, t, k, n, (dk1, dk2, dk2, dk2))
        far = 6 * H + w
        edges = [(-far, xs[0])] + ([(xs[0] + w, xs[1])] if gap else []) + [(xs[-1] + w, far)]
        if dk1 != dk2:
            for k, (a, b) in enumerate(edges):
                ends = (False, True) if k == 0 else ((True, False) if k == len(edges) - 1 else (True, True))
                P.line(graded(a, b, 2 * n, ends) + 1j * h1, -1, dk2, dk1)
        return P
    return modes(build, dk1, dk2, gap)

def modes(build, a, b, gap):
    def one(volts):
        c = build(a, b).capacitance(volts)[0]
        c0 = build(1.0, 1.0).capacitance(volts)[0]
        return {'impedance': round(1 / (C0 * np.sqrt(c * c0)), 4), 'permittivity': round(c / c0, 5)}
    return one([1.0]) if gap is None else {'even': one([1.0, 1.0]), 'odd': one([1.0, -1.0])}

def mline(w, t, h, dk):
    f = skrf.Frequency(1, 1, 1, unit='MHz')
    m = skrf.media.MLine(f, w=w * 1e-3, h=h * 1e-3, t=t * 1e-3 if t else None, ep_r=dk, mu_r=1, rho=1e-20, tand=0,
                         model='hammerstadjensen', disp='none', diel='frequencyinvariant')
    return {'impedance': round(float(np.real(m.z0_characteristic[0])), 4), 'permittivity': round(float(np.real(m.ep_reff_f[0])), 5)}
out = {'origin': 'scikit-rf ' + skrf.__version__ + ' (mline); boundary elements (the others). See measure-lines.py. Lengths in mm.', 'lines': []}
def add(kind, by, value, **line): out['lines'].append({'kind': kind, 'by': by, **line, **value})
for w, t, h, dk in [(0.2, 0.035, 0.12, 4.2), (0.1, 0.018, 0.1, 4.74), (0.35, 0.035, 0.2, 4.4), (1.5, 0.035, 0.8, 4.5), (3.0, 0.035, 1.6, 4.5), (0.15, 0.0, 0.3, 3.66), (0.6, 0.018, 0.254, 3.48), (0.1, 0.018, 1.2, 4.4), (2.4, 0.07, 0.5, 10.2)]:
    add('microstrip', 'scikit-rf', mline(w, t, h, dk), width=w, thickness=t, height=h, dk=dk)
for w, t, h, dk, c, cdk in [(0.2, 0.002, 0.12, 4.2, 0.02, 3.3), (0.2, 0.002, 0.12, 4.2, 0.01, 3.3), (0.3, 0.002, 0.2, 4.4, 0.025, 3.5), (0.15, 0.002, 0.1, 4.74, 0.03, 3.3), (1.0, 0.005, 0.5, 4.5, 0.03, 3.5), (0.1, 0.001, 0.15, 4.2, 0.02, 3.3), (0.12, 0.035, 0.1, 4.3, 0.02, 3.5), (0.1, 0.035, 0.075, 3.9, 0.015, 3.8), (0.35, 0.045, 0.2, 4.5, 0.025, 3.4), (0.2, 0.035, 0.21, 4.2, 0.1, 4.0), (2.85, 0.035, 1.5, 4.5, 0.02, 3.3)]:
    add('coated microstrip', 'boundary elements', microstrip(w, t, h, dk, coat=c, coat_dk=cdk), width=w, thickness=t, height=h, dk=dk, coat=c, coatDk=cdk)
for w, t, h, dk, s in [(0.2, 0.0005, 0.12, 4.2, 0.15), (0.15, 0.0005, 0.1, 4.74, 0.1), (0.3, 0.001, 0.2, 4.4, 0.2), (1.0, 0.002, 0.8, 4.5, 0.4), (0.5, 0.001, 0.5, 2.2, 0.1), (0.2, 0.0005, 0.12, 4.2, 0.6), (0.16, 0.018, 0.12, 4.2, 0.18), (0.2, 0.035, 0.12, 4.2, 0.2), (0.15, 0.035, 0.1, 4.74, 0.15), (0.15, 0.018, 0.2, 4.4, 0.15), (0.15, 0.045, 0.1, 4.3, 0.1), (0.1, 0.035, 0.075, 3.9, 0.06), (0.09, 0.035, 0.08, 3.7, 0.1), (0.1, 0.004, 0.2, 4.2, 0.02), (0.2, 0.02, 0.2, 3.5, 0.02), (0.4, 0.04, 0.2, 4.2, 0.04)]:
    add('coupled microstrip', 'boundary elements', microstrip(w, t, h, dk, gap=s), width=w, thickness=t, height=h, dk=dk, gap=s)
for w, t, h, dk, s, c, cdk in [(0.15, 0.035, 0.12, 4.2, 0.15, 0.02, 3.5), (0.1, 0.035, 0.075, 3.9, 0.1, 0.015, 3.8), (0.12, 0.045, 0.1, 4.3, 0.08, 0.025, 3.3), (0.3, 0.018, 0.2, 4.4, 0.25, 0.02, 3.5), (0.2, 0.002, 0.12, 4.2, 0.2, 0.02, 3.3), (0.18, 0.035, 0.36, 4.5, 0.13, 0.03, 4.2), (0.25, 0.05, 0.11, 3.6, 0.2, 0.05, 3.0), (1.5, 0.035, 1.5, 4.5, 0.75, 0.02, 3.5), (0.12, 0.012, 0.12, 4.2, 0.06, 0.024, 2.0)]:
    add('coated coupled microstrip', 'boundary elements', microstrip(w, t, h, dk, gap=s, coat=c, coat_dk=cdk), width=w, thickness=t, height=h, dk=dk, gap=s, coat=c, coatDk=cdk)
for w, t, a, adk, b, bdk in [(0.15, 0.018, 0.2, 4.2, 0.2, 4.2), (0.1, 0.018, 0.12, 4.2, 0.3, 4.4), (0.12, 0.035, 0.2, 3.6, 0.2, 4.4), (0.3, 0.018, 0.4, 4.5, 0.4, 4.5), (0.2, 0.0005, 0.3, 4.0, 0.3, 4.0), (0.1, 0.015, 0.1, 3.7, 0.15, 3.9)]:
    add('stripline', 'boundary elements', stripline(w, t, b, bdk, a, adk), width=w, thickness=t, above={'height': a, 'dk': adk}, below={'height': b, 'dk': bdk})
for w, t, a, adk, b, bdk, s in [(0.15, 0.018, 0.2, 4.2, 0.2, 4.2, 0.2), (0.15, 0.018, 0.15, 4.2, 0.25, 4.2, 0.15), (0.12, 0.018, 0.15, 3.6, 0.15, 4.0, 0.12), (0.3, 0.018, 0.4, 4.5, 0.4, 4.5, 0.3), (0.2, 0.0005, 0.2, 4.0, 0.2, 4.0, 0.1), (0.15, 0.035, 0.2, 4.2, 0.2, 4.2, 0.15), (0.1, 0.015, 0.1, 3.7, 0.12, 3.9, 0.13)]:
    add('coupled stripline', 'boundary elements', stripline(w, t, b, bdk, a, adk, gap=s), width=w, thickness=t, above={'height': a, 'dk': adk}, below={'height': b, 'dk': bdk}, gap=s)

# Copper of (almost) no thickness, and the thickest one: half the height, but at most as thick as the line is wide, or 0.7 of
# the width under a coating.
thin_and_thick = lambda w: (0.004, min(0.5, w))
def add_limit(kind, value, **line): add(kind, 'boundary elements', value, limit=True, **line)
for w, dk in itertools.product((0.01, 100), (1, 4.2, 128)):
    for t in (0.001, min(0.5, w)):
        add_limit('microstrip', microstrip(w, t, 1, dk), width=w, thickness=t, height=1, dk=dk)
for w, dk, s in itertools.product((0.1, 10), (1, 4.2, 18), (0.1, 10)):
    for t in thin_and_thick(w):
        add_limit('coupled microstrip', microstrip(w, t, 1, dk, gap=s), width=w, thickness=t, height=1, dk=dk, gap=s)
for w, dk, c, cdk in itertools.product((0.3, 0.72, 4), (2.5, 5), (0.02, 0.6), (2, 5)):
    for t in (0.004, min(0.5, 0.7 * w)):
        add_limit('coated microstrip', microstrip(w, t, 1, dk, coat=c, coat_dk=cdk), width=w, thickness=t, height=1, dk=dk, coat=c, coatDk=cdk)
for w, dk, s, c, cdk in itertools.product((0.3, 4), (2.5, 5), (0.3, 3), (0.02, 0.6), (2, 5)):
    for t in (0.004, min(0.5, 0.7 * w)):
        add_limit('coated coupled microstrip', microstrip(w, t, 1, dk, gap=s, coat=c, coat_dk=cdk), width=w, thickness=t, height=1, dk=dk, gap=s, coat=c, coatDk=cdk)
def sides(t, ratio):
    """The heights of a dielectric above and below a line, for planes at a distance of 1 and this ratio of the heights."""
    return (1 - t) * ratio / (1 + ratio), (1 - t) / (1 + ratio)
for w, t, ratio in itertools.product((0.05, 10), (0.002, 0.2), (1, 2)):
    a, b = sides(t, ratio)
    add_limit('stripline', stripline(w, t, b, 4, a, 4), width=w, thickness=t, above={'height': a, 'dk': 4}, below={'height': b, 'dk': 4})
for relative, t, ratio, gap in itertools.product((0.35, 10), (0.002, 0.2), (1, 2), (1, 5, 50)):
    (a, b), w, s = sides(t, ratio), relative * (1 - t), gap * t
    add_limit('coupled stripline', stripline(w, t, b, 4, a, 4, gap=s), width=w, thickness=t, above={'height': a, 'dk': 4}, below={'height': b, 'dk': 4}, gap=s)
# Copper between two dielectrics: its sides are in the one above.
for dk, below_dk, ratio in itertools.product((4, 4.4), (4, 4.4), (1, 0.5, 2)):
    if dk == below_dk: continue
    (a, b), t = sides(0.2, ratio), 0.2
    above, below = {'height': a, 'dk': dk}, {'height': b, 'dk': below_dk}
    add_limit('stripline', stripline(0.05, t, b, below_dk, a, dk), width=0.05, thickness=t, above=above, below=below)
    for w, s in itertools.product((0.35 * (1 - t), 10 * (1 - t)), (t, 5 * t)):
        add_limit('coupled stripline', stripline(w, t, b, below_dk, a, dk, gap=s), width=w, thickness=t, above=above, below=below, gap=s)
print(json.dumps(out, indent=1))
