"""Writes tests/formats/samples/nets.xlsx with openpyxl 3.1: python3 tests/formats/corpus/write-workbook.py"""
import datetime

from openpyxl import Workbook

book = Workbook()
notes = book.active
notes.title = 'Notes & values'
notes.append(['Board', None, 'Rev'])
notes.append(['Camera <1>', None, 2.5])
notes.append([])
notes.append([True, 0.1, -3])
notes.append([datetime.date(2026, 11, 24), datetime.datetime(2026, 11, 24, 13, 30), 3.5])
nets = book.create_sheet('Nets')
for row in [
    ['Nets of the camera'],
    ['Net name', 'RefDes', 'Pin'],
    ['CLK_P', 'U1', 4],
    ['CLK_P', 'J1', 1],
    ['GND, analog', 'U1', 'A1'],
]:
    nets.append(row)
stackup = book.create_sheet('Stackup')
for row in [
    ['Layer', 'Type', 'Thickness (mm)', 'Er'],
    ['Top', 'Copper', 0.035, None],
    ['Core 1', 'Core', 1.5, 4.2],
    ['Bottom', 'Copper', 0.035, None],
]:
    stackup.append(row)
book.create_sheet('Empty')
book.save('tests/formats/samples/nets.xlsx')
