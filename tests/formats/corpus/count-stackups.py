"""Adds up the layers of stackup tables, independent of the product's reader. Python 3.9 or later, and openpyxl 3.1.

python3 tests/formats/corpus/count-stackups.py FILE... > tests/formats/corpus/stackup-counts.json

The files are stackup.csv, lagenaufbau.csv, stackup.json and nets.xlsx in tests/formats/samples, and those in
SAMPLES_DIR/stackup. Of each: the layers with their thickness in mm, the number of copper layers, and the total thickness.
A cell without a unit has the unit in its heading, or else mm. One ounce of copper is 0.0348 mm.
"""
import csv
import json
import os
import platform
import re
import sys

import openpyxl

ORIGIN = (
    f'Counted by count-stackups.py with Python {platform.python_version()} and openpyxl {openpyxl.__version__} in the rows of the files. '
    'ov5640-stackup.csv (antmicro/ov5640-dual-camera-board@055001427fad) and diffpair-stackup.json (antmicro/gerber2ems@69060fc87d45) '
    'are real, in SAMPLES_DIR (Apache-2.0); the others are in tests/formats/samples.'
)
MILLIMETERS = {'mm': 1, 'um': 0.001, 'µm': 0.001, 'oz': 0.0348}
COPPER = ('copper', 'signal', 'plane', 'kupfer')


def length(text, heading):
    """In mm, or None for an empty cell."""
    value = re.match(r'([\d.,]+)\s*(\w*)', text)
    if not value:
        return None
    unit = value[2] or (re.search(r'[\[(](\w+)[\])]', heading) or [None, 'mm'])[1]
    return float(value[1].replace(',', '.')) * MILLIMETERS[unit.lower()]


def of_table(rows):
    rows = [['' if cell is None else str(cell) for cell in row] for row in rows]
    start = next(at for at, row in enumerate(rows) if any(re.match('thickness|dicke', cell, re.I) for cell in row))
    column = next(at for at, cell in enumerate(rows[start]) if re.match('thickness|dicke', cell, re.I))
    for row in rows[start + 1:]:
        if len(row) > column and row[0] and not re.match('total|gesamt', row[0], re.I):
            yield row[0], row[1], length(row[column], rows[start][column])


def layers(path):
    ending = os.path.splitext(path)[1]
    if ending == '.xlsx':
        return of_table(openpyxl.load_workbook(path)['Stackup'].iter_rows(values_only=True))
    with open(path, encoding='utf-8') as file:
        if ending == '.json':
            return [(layer['name'], layer['type'], layer['thickness']) for layer in json.load(file)['layers']]
        return list(of_table(csv.reader(file, delimiter=';')))


def count(path):
    found = list(layers(path))
    return {
        'layers': [[name, thickness if thickness is None else round(thickness, 6)] for name, _, thickness in found],
        'copper': sum(kind.lower() in COPPER for _, kind, _ in found),
        'total': round(sum(thickness or 0 for _, _, thickness in found), 6),
    }


files = {os.path.basename(path): count(path) for path in sorted(sys.argv[1:], key=os.path.basename)}
json.dump({'origin': ORIGIN, 'files': files}, sys.stdout, indent=2, ensure_ascii=False)
print()
