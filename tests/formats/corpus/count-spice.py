"""Counts subcircuits, their ports and included files in SPICE netlists, independent of the product's reader. Python 3.9 or later.

python3 tests/formats/corpus/count-spice.py FILE... > tests/formats/corpus/spice-counts.json

The files are those in tests/formats/corpus/spice, filter.cir in tests/formats/samples, and those in SAMPLES_DIR/spice.
A line that starts with + continues the statement before it, also after a comment line. A semicolon, or a dollar sign after a
space, starts a comment. Ports end where parameters start.
"""
import json
import os
import platform
import re
import shlex
import sys

ORIGIN = (
    f'Counted by count-spice.py with Python {platform.python_version()} in the statements of the files. All are in tests/formats, '
    'except timer555-astable.cir: a real netlist in SAMPLES_DIR (SpiceSharp/SpiceSharpParser@6e5fcfdcba43, MIT).'
)


def statements(path):
    with open(path, encoding='utf-8') as file:
        lines = [line.strip() for line in file]
    found = []
    for line in lines:
        line = re.split(r';|\s\$', line)[0].strip()
        if line.startswith('+') and found:
            found[-1] += ' ' + line[1:]
        elif line and line[0] != '*':
            found.append(line)
    return found


def ports(words):
    text = re.sub(r'\s*=\s*', '=', ' '.join(words))
    names = []
    for word in text.split():
        if '=' in word or word.endswith(':'):
            break
        names.append(word)
    return names


def count(path):
    subcircuits, includes = [], []
    for statement in statements(path):
        command, *words = statement.split()
        command = command.lower()
        if command == '.subckt':
            subcircuits.append([words[0], ports(words[1:])])
        elif command in ('.inc', '.include') or (command == '.lib' and len(words) == 2):
            includes.append(shlex.split(statement)[1])
    return {'subcircuits': subcircuits, 'includes': includes}


files = {os.path.basename(path): count(path) for path in sorted(sys.argv[1:], key=os.path.basename)}
json.dump({'origin': ORIGIN, 'files': files}, sys.stdout, indent=2)
print()
