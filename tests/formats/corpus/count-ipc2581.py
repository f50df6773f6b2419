"""Counts what is on IPC-2581 boards, independent of the product's reader. Python 3.9 or later, nothing else.

python3 tests/formats/corpus/count-ipc2581.py BOARD... > tests/formats/corpus/ipc2581-counts.json

The boards that the tests write are saved first, and compressed ones are unpacked:
node --import tsx --input-type=module -e "import { writeFileSync } from 'node:fs'
import { writeBoard } from './tests/formats/boards/write-board.ts'
import { writtenBoards } from './tests/formats/boards/written-boards.ts'
for (const board of writtenBoards) if (board.format === 'IPC-2581') writeFileSync('/tmp/' + board.file, writeBoard(board))"
zstd -d $SAMPLES_DIR/layout/DM0002-ipc2581c.xml.zst -o /tmp/DM0002-ipc2581c.xml

Of each board, with lengths in mm: the copper layers from top to bottom, the components by side, the pins of each net, the
vias by drill diameter, the layers of the stackup with their thickness, and the size of the profile. By copper layer: the
straight tracks with their total length, the arcs, the filled areas, and the pads of pins. A pin counts once in its net,
even if it has several pads. Each segment of a polyline is a track, but a polyline with a curve is one arc.
"""
import json
import os
import platform
import sys
from collections import Counter, defaultdict
from math import atan2, cos, hypot, pi, sin
from xml.etree import ElementTree

ORIGIN = (
    f'Counted by count-ipc2581.py with Python {platform.python_version()} in the elements of the files. All are in tests/formats or '
    'written by write-board.ts, except DM0002-ipc2581c.xml: a real board in SAMPLES_DIR (diodeinc/pcb@d53276e2568b, MIT).'
)
MILLIMETERS = {'MILLIMETER': 1, 'MICRON': 0.001, 'INCH': 25.4, 'MILS': 0.0254}
CONDUCTIVE = {'CONDUCTOR', 'SIGNAL', 'PLANE', 'MIXED'}
# The names that CAD tools write where there is no net. The standard has none.
NO_NET = {None, '', 'No Net', 'NO_NET'}


def place(item, prefix=''):
    x, y = (prefix + 'X', prefix + 'Y') if prefix else ('x', 'y')
    return float(item.get(x)), float(item.get(y))


def arc_extremes(start, end, center, clockwise):
    """The points of an arc that are farthest left, right, up and down, without its ends. If its ends are equal, it is a circle."""
    radius = hypot(start[0] - center[0], start[1] - center[1])
    first, last = (atan2(at[1] - center[1], at[0] - center[0]) for at in ((end, start) if clockwise else (start, end)))
    sweep = (last - first) % (2 * pi) or 2 * pi
    angles = [quarter * pi / 2 for quarter in range(4) if (quarter * pi / 2 - first) % (2 * pi) <= sweep]
    return [(center[0] + radius * cos(angle), center[1] + radius * sin(angle)) for angle in angles]


def size(profile):
    corners = [corner for corner in profile.find('Polygon') if corner.tag.startswith('Poly')]
    points = [place(corner) for corner in corners]
    for start, end in zip(corners, corners[1:]):
        if end.tag == 'PolyStepCurve':
            points += arc_extremes(place(start), place(end), place(end, 'center'), end.get('clockwise') == 'true')
    xs, ys = zip(*points)
    return [max(xs) - min(xs), max(ys) - min(ys)]


def count(path):
    root = ElementTree.parse(path).getroot()
    for item in root.iter():
        item.tag = item.tag.split('}')[-1]
    unit = MILLIMETERS[root.find('Ecad/CadHeader').get('units')]
    data = root.find('Ecad/CadData')
    rows = sorted(data.iter('StackupLayer'), key=lambda row: int(row.get('sequence', 0)))
    functions = {layer.get('name'): layer.get('layerFunction') for layer in data.findall('Layer')}
    sides = {layer.get('name'): layer.get('side', '').lower() for layer in data.findall('Layer')}
    copper = [row.get('layerOrGroupRef') for row in rows if functions.get(row.get('layerOrGroupRef')) in CONDUCTIVE]
    copper = copper or [name for name, function in functions.items() if function in CONDUCTIVE]
    step = data.find('Step')

    pins, pads = defaultdict(set), defaultdict(set)
    for net in [*step.iter('LogicalNet'), *step.iter('PhyNet')]:
        pins[net.get('name')].update((pin.get('componentRef'), pin.get('pin')) for pin in net.iter('PinRef'))
    # In revision A, the pads are in PadStack elements. Later, they are in the sets of features of their layer.
    holders = [(stack.get('net'), pad.get('layerRef'), pad) for stack in step.iter('PadStack') for pad in stack.iter('LayerPad')]
    for layer in step.iter('LayerFeature'):
        for group in layer.iter('Set'):
            pins[group.get('net')].update()
            holders += [(group.get('net'), layer.get('layerRef'), pad) for pad in group.iter('Pad')]
    for net, layer, pad in holders:
        for pin in pad.iter('PinRef'):
            named = (pin.get('componentRef'), pin.get('pin'))
            pins[net].add(named)
            if pad.find('Location') is not None:
                pads[layer].add((*named, *place(pad.find('Location'))))
    holes = [hole for kind in ('Hole', 'LayerHole') for hole in step.iter(kind) if hole.get('platingStatus') == 'VIA']

    tracks, arcs, fills, lengths = Counter(), Counter(), Counter(), Counter()
    for features in step.iter('LayerFeature'):
        layer = features.get('layerRef')
        lines = [(place(line, 'start'), place(line, 'end')) for line in features.iter('Line')]
        arcs[layer] += len(list(features.iter('Arc')))
        fills[layer] += len(list(features.iter('Contour')))
        for polyline in features.iter('Polyline'):
            corners = [corner for corner in polyline if corner.tag.startswith('Poly')]
            if any(corner.tag == 'PolyStepCurve' for corner in corners):
                arcs[layer] += 1
            else:
                lines += [(place(start), place(end)) for start, end in zip(corners, corners[1:])]
        tracks[layer] += len(lines)
        lengths[layer] += sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in lines) * unit

    on_copper = lambda counts: {name: counts[name] for name in copper if counts.get(name)}
    profile = step.find('Profile')
    return {
        'copper': copper,
        'components': Counter(sides[part.get('layerRef')] for part in step.iter('Component')),
        'nets': {net: len(found) for net, found in pins.items() if net not in NO_NET},
        'vias': Counter(f"{round(float(hole.get('diameter')) * unit, 4):g}" for hole in holes),
        'stackup': [[row.get('layerOrGroupRef'), round(float(row.get('thickness')) * unit, 6)] for row in rows],
        'size': None if profile is None else [round(length * unit, 4) for length in size(profile)],
        'tracks': on_copper(tracks),
        'lengths': {name: round(length, 3) for name, length in on_copper(lengths).items()},
        'arcs': on_copper(arcs),
        'fills': on_copper(fills),
        'pads': on_copper({layer: len(found) for layer, found in pads.items()}),
    }


boards = {os.path.basename(path): count(path) for path in sorted(sys.argv[1:], key=os.path.basename)}
json.dump({'origin': ORIGIN, 'boards': boards}, sys.stdout, indent=2, ensure_ascii=False)
print()
