"""Lengths and counts of the routing of boards for the tests of src/analysis/board, independent of the product's readers.

The sums are of the segments and arcs in a .kicad_pcb file, and of the lines in the copper layers of an IPC-2581 file, by
net and layer. An arc's length is its radius times its angle, from its three points or its center. Vias are counted by net.
The length in the vias of a net is the sum of the distances between the centers of the outermost copper layers on which a track of
the net ends in the via or a pad of a component on the net contains its center. A pad is its rectangle, also if its corners are round.
Run: python3 measure-lengths.py BOARD... > lengths.json, with Python 3.9 or later and nothing else.
"""
import json
import math
import os
import re
import sys
import xml.etree.ElementTree as ET
from collections import defaultdict

TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)', re.S)


def parse(text):
    stack, current = [], []
    for string, bracket, word in TOKEN.findall(text):
        if bracket == '(':
            stack.append(current)
            current = []
        elif bracket == ')':
            done, current = current, stack.pop()
            current.append(done)
        else:
            current.append(word or string)
    return current[0]


def get(item, name):
    return next((part[1:] for part in item if isinstance(part, list) and part and part[0] == name), None)


def arc_length(start, mid, end):
    """The radius from the triangle of the three points; the angle from the two chords."""
    a, b, c = math.dist(start, mid), math.dist(mid, end), math.dist(start, end)
    cross = (mid[0] - start[0]) * (end[1] - start[1]) - (mid[1] - start[1]) * (end[0] - start[0])
    if abs(cross) < 1e-12:
        return a + b
    radius = a * b * c / (2 * abs(cross))
    return radius * 2 * (math.asin(min(1, a / (2 * radius))) + math.asin(min(1, b / (2 * radius)))) if a <= 2 * radius else 0


def items(item, name):
    return [part for part in item if isinstance(part, list) and part and part[0] == name]


def copper_heights(root):
    """The height of the center of each copper layer below the top of the stackup, in mm."""
    heights, depth = {}, 0.0
    for layer in items(['stackup', *get(['', *get(root, 'setup')], 'stackup')], 'layer'):
        thickness = float((get(layer, 'thickness') or [0])[0])
        if get(layer, 'type')[0] == 'copper':
            heights[layer[1]] = depth + thickness / 2
        depth += thickness
    return heights


def pads_of(root, copper):
    """The pads by net name: center, size, angle and copper layers. A pad's own angle is absolute, its position is not."""
    pads = defaultdict(list)
    for footprint in items(root, 'footprint'):
        x, y, *turn = [float(value) for value in get(footprint, 'at')]
        angle = math.radians(turn[0] if turn else 0)
        for pad in items(footprint, 'pad'):
            net = get(pad, 'net')
            if not net:
                continue
            px, py, *own = [float(value) for value in get(pad, 'at')]
            center = (x + px * math.cos(angle) + py * math.sin(angle), y - px * math.sin(angle) + py * math.cos(angle))
            size = [float(value) for value in get(pad, 'size')]
            layers = [layer for layer in copper if layer in get(pad, 'layers') or '*.Cu' in get(pad, 'layers')]
            pads[net[-1]].append((center, size, math.radians(own[0] if own else 0), layers))
    return pads


def contains(pad, point):
    (x, y), (width, height), angle, _ = pad
    dx, dy = point[0] - x, point[1] - y
    along, across = dx * math.cos(angle) - dy * math.sin(angle), dx * math.sin(angle) + dy * math.cos(angle)
    return abs(along) <= width / 2 and abs(across) <= height / 2


def lengths_in_vias(root, names):
    """By net, for through vias only."""
    heights = copper_heights(root)
    pads = pads_of(root, heights)
    ends = defaultdict(list)
    name_of = lambda item: names.get(get(item, 'net')[0], get(item, 'net')[0])
    for track in items(root, 'segment') + items(root, 'arc'):
        for end in ('start', 'end'):
            ends[name_of(track)].append((tuple(float(value) for value in get(track, end)), get(track, 'layer')[0]))
    vias = [(name_of(via), tuple(float(value) for value in get(via, 'at')), float(get(via, 'size')[0]) / 2) for via in items(root, 'via')]
    return added_by_net(vias, ends, pads, heights)


def added_by_net(vias, ends, pads, heights):
    """The length in the vias of each net. Vias are (net, center, radius), ends are (point, layer) by net."""
    total = defaultdict(float)
    for net, at, radius in vias:
        met = [layer for end, layer in ends[net] if math.dist(at, end) <= radius]
        met += [layer for pad in pads[net] if contains(pad, at) for layer in pad[3]]
        if met:
            total[net] += max(heights[layer] for layer in met) - min(heights[layer] for layer in met)
    return total


def kicad(text):
    root = parse(text)
    names = {part[1]: part[2] for part in root if isinstance(part, list) and part[0] == 'net'}
    lengths, vias = defaultdict(lambda: defaultdict(float)), defaultdict(int)
    for item in root:
        if not isinstance(item, list) or item[0] not in ('segment', 'arc', 'via'):
            continue
        net = get(item, 'net')
        name = names.get(net[0], net[0]) if net else ''
        if item[0] == 'via':
            vias[name] += 1
            continue
        point = lambda key: tuple(float(value) for value in get(item, key))
        length = math.dist(point('start'), point('end')) if item[0] == 'segment' else arc_length(point('start'), point('mid'), point('end'))
        lengths[name][get(item, 'layer')[0]] += length
    return lengths, vias, lengths_in_vias(root, names)


strip = lambda tag: tag.split('}')[-1]


def ipc2581_lengths_in_vias(root, copper, drills):
    """By net, for through vias only. The pads without a pin are those of the vias, and give their diameters."""
    heights, depth = {}, 0.0
    for layer in sorted((item for item in root.iter() if strip(item.tag) == 'StackupLayer'), key=lambda item: int(item.get('sequence'))):
        thickness = float(layer.get('thickness'))
        if layer.get('layerOrGroupRef') in copper:
            heights[layer.get('layerOrGroupRef')] = depth + thickness / 2
        depth += thickness
    sizes = {}
    for entry in (item for item in root.iter() if strip(item.tag) == 'EntryStandard'):
        shape = entry[0]
        sizes[entry.get('id')] = [float(shape.get('diameter') or shape.get(side)) for side in ('width', 'height')] if len(shape.attrib) else None
    pads, ends, diameters, vias = defaultdict(list), defaultdict(list), {}, []
    place = lambda item, x='x', y='y': (float(item.get(x)), float(item.get(y)))
    for feature in (item for item in root.iter() if strip(item.tag) == 'LayerFeature'):
        layer = feature.get('layerRef')
        for group in feature:
            net = group.get('net') or ''
            if layer in drills:
                vias += [(net, place(hole)) for hole in group.iter() if strip(hole.tag) == 'Hole' and hole.get('platingStatus') == 'VIA']
            if layer not in copper or not net:
                continue
            for item in group.iter():
                if strip(item.tag) in ('Line', 'Arc'):
                    ends[net] += [(place(item, 'startX', 'startY'), layer), (place(item, 'endX', 'endY'), layer)]
                elif strip(item.tag) == 'Polyline':
                    steps = [step for step in item if strip(step.tag).startswith('Poly')]
                    ends[net] += [(place(steps[0]), layer), (place(steps[-1]), layer)]
                elif strip(item.tag) == 'Pad':
                    parts = {strip(part.tag): part for part in item}
                    size = sizes[parts['StandardPrimitiveRef'].get('id')]
                    center = place(parts['Location'])
                    # Counter-clockwise, with y upwards; the pads of a .kicad_pcb file have y downwards.
                    angle = -math.radians(float(parts['Xform'].get('rotation'))) if 'Xform' in parts else 0
                    if 'PinRef' in parts:
                        pads[net].append((center, size, angle, [layer]))
                    else:
                        diameters[center] = size[0]
    return added_by_net([(net, at, diameters[at] / 2) for net, at in vias], ends, pads, heights)


def ipc2581(text):
    root = ET.fromstring(text)
    copper = {layer.get('name') for layer in root.iter() if strip(layer.tag) == 'Layer' and layer.get('layerFunction') in ('CONDUCTOR', 'SIGNAL', 'PLANE', 'MIXED')}
    drills = {layer.get('name') for layer in root.iter() if strip(layer.tag) == 'Layer' and layer.get('layerFunction') == 'DRILL'}
    lengths, vias = defaultdict(lambda: defaultdict(float)), defaultdict(int)
    number = lambda item, key: float(item.get(key))
    for feature in (item for item in root.iter() if strip(item.tag) == 'LayerFeature'):
        layer = feature.get('layerRef')
        for group in feature:
            net = group.get('net') or ''
            if layer in drills:
                vias[net] += sum(1 for hole in group.iter() if strip(hole.tag) == 'Hole' and hole.get('platingStatus') == 'VIA')
            if layer not in copper or not net:
                continue
            for item in group.iter():
                tag = strip(item.tag)
                if tag == 'Line':
                    lengths[net][layer] += math.dist((number(item, 'startX'), number(item, 'startY')), (number(item, 'endX'), number(item, 'endY')))
                elif tag == 'Arc':
                    center = (number(item, 'centerX'), number(item, 'centerY'))
                    start = (number(item, 'startX') - center[0], number(item, 'startY') - center[1])
                    end = (number(item, 'endX') - center[0], number(item, 'endY') - center[1])
                    angle = math.atan2(end[1], end[0]) - math.atan2(start[1], start[0])
                    angle = (-angle if item.get('clockwise') == 'true' else angle) % (2 * math.pi)
                    lengths[net][layer] += math.hypot(*start) * angle
                elif tag == 'Polyline':
                    points = [(number(step, 'x'), number(step, 'y')) for step in item if strip(step.tag) in ('PolyBegin', 'PolyStepSegment')]
                    lengths[net][layer] += sum(math.dist(a, b) for a, b in zip(points, points[1:]))
    return lengths, vias, ipc2581_lengths_in_vias(root, copper, drills)


def measured(path):
    text = open(path, encoding='utf-8').read()
    lengths, vias, in_vias = ipc2581(text) if path.endswith('.xml') else kicad(text)
    nets = sorted(net for net in {*lengths, *vias} if net and lengths.get(net))
    rows = {net: {'layers': {layer: round(length, 6) for layer, length in sorted(lengths[net].items())}, 'vias': vias.get(net, 0), 'inVias': round(in_vias.get(net, 0), 6)} for net in nets}
    return rows


print(json.dumps({os.path.basename(path): measured(path) for path in sys.argv[1:]}, indent=1, sort_keys=True))
