"""Counts the pins of each net in netlists, independent of the product's readers. Python 3.9 or later, and openpyxl 3.1.

python3 tests/formats/corpus/count-netlists.py FILE... > tests/formats/corpus/netlist-counts.json

The files are those in tests/formats/corpus/netlists, and those in tests/formats/samples and tests/formats/boards that the
formats below describe. A pin that is listed twice in a net counts once.
"""
import csv
import io
import json
import os
import platform
import re
import sys
from collections import defaultdict

import openpyxl

ORIGIN = (
    f'Counted by count-netlists.py with Python {platform.python_version()} and openpyxl {openpyxl.__version__} in the records of the '
    'files. All are in tests/formats.'
)


def ipc_d_356(lines):
    """A test record has its net in columns 4 to 17, its component in 21 to 26, and its pin in 28 to 31."""
    names = {}
    for line in lines:
        # Allegro declares the names as comments, and omits NNAME in the records.
        alias = re.match(r'(?:P  (NNAME\d+)|C  NNAME(m\d+)) +(\S+)', line)
        if alias:
            names[alias[1] or alias[2]] = alias[3]
        elif re.match('3[12]7', line):
            net, part, pin = line[3:17].strip(), line[20:26].strip(), line[27:31].strip()
            yield names.get(net, net), None if part == 'VIA' else (part, pin)


def protel(lines):
    """A net is between parentheses: its name, then its pins."""
    for net in re.findall(r'^\(\n(.*?)^\)$', '\n'.join(lines), re.M | re.S):
        name, *pins = net.splitlines()
        yield from ((name, pin) for pin in pins)


def telesis(lines):
    """A net is a name, a semicolon and its pins. A comma at the end of a line continues it."""
    text = re.sub(r',\s*\n', ' ', '\n'.join(lines))
    for net in text.split('$NETS\n')[1].split('$END')[0].splitlines():
        name, pins = net.split(';')
        yield from ((name.strip().strip("'"), pin) for pin in pins.split())


def allegro(lines):
    """NET_NAME precedes the line with the name in quotation marks. NODE_NAME precedes each pin."""
    for before, line in zip(lines, lines[1:]):
        if before == 'NET_NAME':
            name = line.strip("'")
        elif line.startswith('NODE_NAME'):
            yield name, tuple(line.split()[1:3])


def pads(lines):
    """*SIGNAL* names a net. The lines after it list pins such as U1.3, or the corners of tracks, up to another keyword."""
    name = None
    for line in lines:
        words = line.split()
        if line.startswith('*END*'):
            break
        if line.startswith('*SIGNAL*'):
            name = words[1]
        elif line.startswith('*') and not line.startswith('*REMARK*'):
            name = None
        elif name and words and words[0][0].isalpha():
            yield from ((name, pin) for pin in words)


def kicad(lines):
    """(net (code "1") (name "A") (node (ref "U1") (pin "2") ...) ...)"""
    for net in '\n'.join(lines).split('(net (code ')[1:]:
        name = re.search(r'\(name "(.*?)"\)', net)[1].replace('{slash}', '/')
        yield from ((name, pin) for pin in re.findall(r'\(node \(ref "(.*?)"\) \(pin "(.*?)"\)', net))


def wire_list(lines):
    """[00001] and a name begin a net. The lines after it begin with a component and a pin."""
    name = None
    for line in lines:
        net = re.match(r'\[\d+\] (.*)', line)
        if net:
            name = net[1]
        elif name and line.strip():
            yield name, tuple(line.split()[:2])


def table(rows):
    """Rows of pins, below the row with the titles of the columns."""
    column = None
    for row in (['' if cell is None else str(cell) for cell in row] for row in rows):
        titles = [cell.lower() for cell in row]
        if column is None and 'net name' in titles:
            pin = next(at for at, title in enumerate(titles) if title.startswith('pin'))
            column = [titles.index('net name'), titles.index('refdes'), pin]
        elif column:
            yield row[column[0]], (row[column[1]], row[column[2]])


READERS = {'.ipc': ipc_d_356, '.tel': telesis, '.dat': allegro, '.asc': pads, '.txt': wire_list}


def records(path):
    ending = os.path.splitext(path)[1]
    if ending == '.xlsx':
        return table(openpyxl.load_workbook(path)['Nets'].iter_rows(values_only=True))
    with open(path, encoding='utf-8') as file:
        text = file.read()
    if ending == '.csv':
        return table(csv.reader(io.StringIO(text), delimiter=';'))
    if ending == '.net':
        return (kicad if text.startswith('(export') else protel)(text.splitlines())
    return READERS[ending](text.splitlines())


def count(path):
    pins = defaultdict(set)
    for net, pin in records(path):
        pins[net].update([pin] if pin else [])
    return {net: len(found) for net, found in pins.items()}


files = {os.path.basename(path): count(path) for path in sorted(sys.argv[1:], key=os.path.basename)}
json.dump({'origin': ORIGIN, 'files': files}, sys.stdout, indent=2, ensure_ascii=False)
print()
