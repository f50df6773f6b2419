"""Measures the I-V and V-t tables of IBIS files with ecdtools, which shares no code with the product.

pip install ecdtools==0.7.0
python3 tests/formats/corpus/measure-with-ecdtools.py FOLDER... > tests/formats/corpus/ecdtools.json

Each table is represented by its number of rows and the sums of its columns, over the values that are numbers.
"""
import json
import os
import platform
import sys
from datetime import date
from decimal import Decimal
from importlib.metadata import version

from ecdtools import ibis

ORIGIN = (
    f'ecdtools {version("ecdtools")} with Python {platform.python_version()}, run with measure-with-ecdtools.py in {date.today():%B %Y}. '
    'driver.ibs is in tests/formats/samples; the others are real, in SAMPLES_DIR/ibis, whose MANIFEST.md names their repositories.'
)


def sums(rows):
    columns = list(zip(*rows))
    return [len(rows)] + [float(sum((v for v in column if isinstance(v, Decimal)), Decimal(0))) for column in columns]


def tables(model):
    found = []
    for name in ('pulldown', 'pullup', 'gnd_clamp', 'power_clamp'):
        rows = getattr(model, name)
        if rows:
            found.append([name.replace('_', ' ')] + sums(rows))
    for name in ('rising', 'falling'):
        for waveform in getattr(model, name + '_waveforms'):
            found.append([name + ' waveform'] + sums(waveform.table.samples if hasattr(waveform.table, 'samples') else waveform.table))
    return sorted(found)


models_of = {}
for folder in sys.argv[1:]:
    for path, _, files in os.walk(folder):
        for file in sorted(files):
            if file.endswith('.ibs'):
                try:
                    models = ibis.load_file(os.path.join(path, file), transform=True).models
                except Exception as error:
                    print(f'{file}: {error}', file=sys.stderr)
                    continue
                models_of[file] = {model.name: tables(model) for model in models}
print(json.dumps({'origin': ORIGIN, 'files': models_of}, indent=2))
