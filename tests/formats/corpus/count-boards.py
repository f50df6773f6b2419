"""Counts what is on KiCad and ODB++ boards, independent of the product's readers. Python 3.9 or later, nothing else.

python3 tests/formats/corpus/count-boards.py BOARD... > tests/formats/corpus/board-counts.json

The ODB++ jobs that the tests write are saved first:
node --import tsx --input-type=module -e "import { writeFileSync } from 'node:fs'
import { odbBoard } from './tests/formats/corpus/odb-board.ts'
import { writeBoard } from './tests/formats/boards/write-board.ts'
import { writtenBoards } from './tests/formats/boards/written-boards.ts'
writeFileSync('/tmp/odb-board.zip', odbBoard())
for (const board of writtenBoards) if (board.format === 'ODB++') writeFileSync('/tmp/' + board.file, writeBoard(board))"

Of each board: the copper layers from top to bottom, the components by side, the pins of each net, the vias, and by copper
layer the straight tracks, the arcs, the filled areas and the pads, without those of negative polarity. A pin whose pads are
on several layers counts once in its net and once on each layer. In an ODB++ job, the pads around a hole that belongs to no
pin are part of a via.
"""
import json
import os
import re
import sys
import tarfile
import zipfile
from collections import Counter, defaultdict

ORIGIN = (
    'Counted by count-boards.py in the text of the files. Two are real boards in SAMPLES_DIR: ov5640-dual-camera-board '
    '(antmicro/ov5640-dual-camera-board@055001427fad) and interposer (EEVengers/ThunderScope@d0a60724297c).'
)


class Quoted(str):
    """A quoted string of an S-expression. Without quotation marks, 5 is the number of a net; with them, its name."""


def s_expression(text):
    """Nested lists. Strings in quotation marks are of the class Quoted."""
    root = []
    open_lists = [root]
    at = 0
    while at < len(text):
        char = text[at]
        if char == '(':
            inner = []
            open_lists[-1].append(inner)
            open_lists.append(inner)
            at += 1
        elif char == ')':
            open_lists.pop()
            at += 1
        elif char == '"':
            at += 1
            letters = []
            while text[at] != '"':
                at += text[at] == '\\'
                letters.append(text[at])
                at += 1
            open_lists[-1].append(Quoted(''.join(letters)))
            at += 1
        elif char.isspace():
            at += 1
        else:
            end = at
            while end < len(text) and text[end] not in '() \t\r\n"':
                end += 1
            open_lists[-1].append(text[at:end])
            at = end
    return root[0]


def lists(item, *names):
    return [part for part in item if isinstance(part, list) and part and part[0] in names]


def value(item, name):
    """The words after the first list with this name, or None."""
    found = lists(item, name)
    return found[0][1:] if found else None


# The escapes in the names of nets, from EscapeString in KiCad's common/string_utils.cpp.
ESCAPES = {'dblquote': '"', 'quote': "'", 'lt': '<', 'gt': '>', 'backslash': '\\', 'slash': '/', 'bar': '|', 'colon': ':', 'space': ' ', 'brace': '{', 'comma': ',', 'return': '\n', 'tab': '\t'}


def plain(name):
    return re.sub(r'\{(\w+)\}', lambda found: ESCAPES.get(found[1], found[0]), name)


def kicad(text):
    root = s_expression(text)
    numbered = sorted((int(layer[0]), str(layer[1])) for layer in value(root, 'layers'))
    # Up to KiCad 8, whose format is of 2024-01-08, layers 0 to 31 are copper. Later, the even ones are, and 2 is the bottom.
    if int(value(root, 'version')[0]) <= 20240108:
        copper = [name for number, name in numbered if number <= 31]
    else:
        even = [(number, name) for number, name in numbered if number % 2 == 0]
        copper = [name for number, name in even if number != 2] + [name for number, name in even if number == 2]
    names = {declared[1]: declared[2] for declared in lists(root, 'net')}
    pins = Counter({plain(name): 0 for name in names.values() if name})

    def net_of(item):
        net = value(item, 'net')
        if net is None:
            return ''
        name = plain(net[0] if isinstance(net[0], Quoted) else names.get(net[0], ''))
        if name:
            pins[name] += 0
        return name

    def copper_of(words):
        return [name for at, name in enumerate(copper) if name in words or '*.Cu' in words or ('F&B.Cu' in words and at in (0, len(copper) - 1))]

    sides = Counter()
    tracks, arcs, fills, pads = Counter(), Counter(), Counter(), Counter()
    for footprint in lists(root, 'footprint', 'module'):
        sides['bottom' if value(footprint, 'layer')[0].startswith('B.') else 'top'] += 1
        connected = set()
        for pad in lists(footprint, 'pad'):
            on = copper_of(value(pad, 'layers'))
            pads.update(on)
            connected.add((net_of(pad), pad[1]))
            for primitives in lists(pad, 'primitives'):
                for _ in lists(primitives, 'gr_poly'):
                    fills.update(on)
        pins.update(net for net, _ in connected if net)
    for track in lists(root, 'segment', 'arc'):
        (tracks if track[0] == 'segment' else arcs)[value(track, 'layer')[0]] += 1
        net_of(track)
    for via in lists(root, 'via'):
        net_of(via)
    for zone in lists(root, 'zone'):
        net_of(zone)
        for polygon in lists(zone, 'filled_polygon'):
            fills[(value(polygon, 'layer') or value(zone, 'layer'))[0]] += 1
    return {'copper': copper, 'components': sides, 'nets': pins, 'vias': len(lists(root, 'via')), 'tracks': tracks, 'arcs': arcs, 'fills': fills, 'pads': pads}


def job_files(path):
    """The files of a job by their path in it, in lower case."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist() if not name.endswith('/')}
    else:
        with tarfile.open(path) as archive:
            files = {member.name: archive.extractfile(member).read() for member in archive if member.isfile()}
    root = next(name for name in files if name.endswith('matrix/matrix'))[: -len('matrix/matrix')]
    return {name[len(root):].lower(): content.decode() for name, content in files.items()}


def blocks(text, name):
    """The fields of each `NAME { KEY=VALUE }`."""
    return [dict(line.strip().split('=', 1) for line in body.splitlines() if '=' in line) for body in re.findall(rf'{name}\s*\{{(.*?)\}}', text, re.S)]


def odb(path):
    files = job_files(path)
    matrix = files['matrix/matrix']
    step = f"steps/{blocks(matrix, 'STEP')[0]['NAME'].lower()}"
    rows = sorted((row for row in blocks(matrix, 'LAYER') if row['CONTEXT'] == 'BOARD'), key=lambda row: int(row['ROW']))
    named = lambda *types: [row['NAME'].lower() for row in rows if row['TYPE'] in types]
    copper = named('SIGNAL', 'POWER_GROUND', 'MIXED')

    def records(path):
        """The words of each line, with the unit of length in mm. Without a unit, lengths are in inches."""
        unit = 25.4
        for line in files.get(f'{step}/layers/{path}', '').splitlines():
            if line.startswith('UNITS='):
                unit = {'MM': 1, 'INCH': 25.4}[line[6:].strip()]
            words = line.split(';')[0].split()
            if words:
                yield words, unit

    place = lambda x, y, unit: (round(float(x) * unit, 3), round(float(y) * unit, 3))
    nets = [line.split()[1] for line in files[f'{step}/eda/data'].splitlines() if line.startswith('NET ')]
    sides, connected, places = Counter(), set(), set()
    for side, folder in (('top', 'comp_+_top'), ('bottom', 'comp_+_bot')):
        component = None
        for words, unit in records(f'{folder}/components'):
            if words[0] == 'CMP':
                component = words[6]
                sides[side] += 1
            elif words[0] == 'TOP':
                places.add(place(words[2], words[3], unit))
                connected.add((nets[int(words[6])], component, words[8]))
    pins = Counter({net: 0 for net in nets if net != '$NONE$'})
    pins.update(net for net, _, _ in connected if net != '$NONE$')

    holes = {place(words[1], words[2], unit) for layer in named('DRILL') for words, unit in records(f'{layer}/features') if words[0] == 'P'}
    vias = holes - places
    counts = defaultdict(Counter)
    for layer in copper:
        positive = True
        for words, unit in records(f'{layer}/features'):
            if words[0] == 'L' and words[6] == 'P':
                counts['tracks'][layer] += 1
            elif words[0] == 'A' and words[8] == 'P':
                counts['arcs'][layer] += 1
            elif words[0] == 'S':
                positive = words[1] == 'P'
            elif words[0] == 'OB' and words[3] == 'I' and positive:
                counts['fills'][layer] += 1
            elif words[0] == 'P' and words[4] == 'P' and place(words[1], words[2], unit) not in vias:
                counts['pads'][layer] += 1
    return {'copper': copper, 'components': sides, 'nets': pins, 'vias': len(vias), **{name: counts[name] for name in ('tracks', 'arcs', 'fills', 'pads')}}


def counted(path):
    if not path.endswith('.kicad_pcb'):
        return odb(path)
    with open(path, encoding='utf-8') as file:
        return kicad(file.read())


print(json.dumps({'origin': ORIGIN, 'boards': {os.path.basename(path): counted(path) for path in sys.argv[1:]}}, indent=1))
