"""
Prints the roles and extents that gerbonara finds in fabrication sets, as JSON. Usage: measure-with-gerbonara.py ZIP...
gerbonara 1.5.0 is not a dependency of this project: its results are kept in gerbonara.json.
"""
import json, os, sys, warnings, zipfile, tempfile, pathlib
warnings.simplefilter('ignore')
from gerbonara import LayerStack, GerberFile
out = {}
for name in sys.argv[1:]:
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(name).extractall(folder)
        roles, sizes = {}, {}
        try:
            stack = LayerStack.open(folder)
            for (side, use), layer in stack.graphic_layers.items():
                roles[os.path.basename(str(layer.original_path))] = f'{side} {use}'
            for layer in stack.drill_layers:
                roles[os.path.basename(str(layer.original_path))] = 'drill'
        except Exception as error:
            roles = {'error': str(error)[:120]}
        for path in sorted(pathlib.Path(folder).rglob('*')):
            try:
                (a, b), (c, d) = GerberFile.open(path).bounding_box(unit='mm')
                sizes[path.name] = [round(c - a, 3), round(d - b, 3)]
            except Exception:
                pass
        out[os.path.basename(name)[:-4]] = {'roles': roles, 'sizes': sizes}
print(json.dumps(out, indent=1))
