"""Measures the holes in drill files, alone or in zips, with gerbonara, which shares no code with the product.

pip install gerbonara==1.5.0
python3 tests/formats/corpus/measure-drills-with-gerbonara.py tests/formats/corpus/drills tests/formats/samples/holes.drl \
  FOLDER_IN_SAMPLES_DIR/gerber... > tests/formats/corpus/gerbonara-drills.json

Of each file, in mm: how many holes have each diameter, how many pieces of slots have each width, and the left, bottom,
right and top edges of all of them.
"""
import io
import json
import pathlib
import platform
import sys
import warnings
import zipfile
from collections import Counter
from importlib.metadata import version

from gerbonara import ExcellonFile
from gerbonara.graphic_objects import Flash
from gerbonara.utils import MM

warnings.simplefilter('ignore')
ORIGIN = (
    f'gerbonara {version("gerbonara")} with Python {platform.python_version()}, run with measure-drills-with-gerbonara.py. '
    'The files in zips and si-test-PTH.drl are real, in SAMPLES_DIR/gerber; its MANIFEST.md names their repositories. '
    'The others are in tests/formats.'
)


def sources(path):
    """The name and the text of each drill file."""
    if path.is_dir():
        for inner in sorted(path.rglob('*')):
            yield from sources(inner)
    elif path.suffix == '.zip':
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                if name.endswith(('.drl', '.xln', '.drd', '.TXT')):
                    yield f'{path.name}/{name}', archive.read(name).decode()
    elif path.suffix in ('.drl', '.xln', '.drd', '.TXT'):
        yield path.name, path.read_text()


def measure(text):
    file = ExcellonFile.from_string(text)
    diameter = lambda item: f'{round(item.tool.unit.convert_to(MM, item.tool.diameter), 4):g}'
    (left, bottom), (right, top) = file.bounding_box(unit=MM)
    return {
        'holes': Counter(diameter(item) for item in file.objects if isinstance(item, Flash)),
        'slots': Counter(diameter(item) for item in file.objects if not isinstance(item, Flash)),
        'edges': [round(edge, 5) for edge in (left, bottom, right, top)],
    }


files = {name: measure(text) for path in sys.argv[1:] for name, text in sources(pathlib.Path(path))}
json.dump({'origin': ORIGIN, 'files': files}, sys.stdout, indent=2)
print()
