"""Lengths and counts of the routing of boards for the tests of src/analysis/board, independent of the product's readers.

The sums are of the segments and arcs in a .kicad_pcb file, and of the lines in the copper layers of an IPC-2581 file, by
net and layer. An arc's length is its radius times its angle, from its three points or its center. Vias are counted by net.
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
    return lengths, vias


def ipc2581(text):
    strip = lambda tag: tag.split('}')[-1]
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
    return lengths, vias


def measured(path):
    text = open(path, encoding='utf-8').read()
    lengths, vias = ipc2581(text) if path.endswith('.xml') else kicad(text)
    nets = sorted(net for net in {*lengths, *vias} if net and lengths.get(net))
    return {net: {'layers': {layer: round(length, 6) for layer, length in sorted(lengths[net].items())}, 'vias': vias.get(net, 0)} for net in nets}


print(json.dumps({os.path.basename(path): measured(path) for path in sys.argv[1:]}, indent=1, sort_keys=True))
