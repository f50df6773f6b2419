import { describe, expect, test } from 'vitest'

import {
  asInFile,
  formFileName,
  formIn,
  formParts,
  formText,
  type NetworkForm,
  pointsIn,
  portOrderIn,
  referenceIn,
} from '../../../../machines/previews/network/network-form'

test.each([
  ['1 3 2 4', { order: [1, 3, 2, 4] }],
  ['  4,3; 2 1 ', { order: [4, 3, 2, 1] }],
  // In a comparison, the order determines the pairs, so even the order of the file is kept.
  ['1 2 3 4', { order: [1, 2, 3, 4] }],
  // The order in the file.
  ['', { order: null }],
  ['1 3 3 4', { problem: 'Port 3 is listed twice.' }],
  ['1 2 3', { problem: 'Port 4 is missing.' }],
  ['2', { problem: 'Ports 1, 3, and 4 are missing.' }],
  ['1 2 3 5', { problem: '5 is not one of the ports 1 to 4.' }],
  ['1 2 3 x', { problem: 'x is not one of the ports 1 to 4.' }],
  ['0 1 2 3', { problem: '0 is not one of the ports 1 to 4.' }],
  ['1.5 1 2 3', { problem: '1.5 is not one of the ports 1 to 4.' }],
])('the order of four ports: %j', (text, expected) => expect(portOrderIn(text, 4)).toEqual(expected))

test.each([
  ['85', { reference: 85 }],
  ['42.5', { reference: 42.5 }],
  [' ', { reference: null }],
  ['1e6', { reference: 1e6 }],
])('a reference: %j', (text, expected) => expect(referenceIn(text)).toEqual(expected))

test.each(['0', '-50', '50+5j', 'fifty', '1000001', 'Infinity'])('not a reference: %s', (text) =>
  expect(referenceIn(text)).toEqual({ problem: 'Enter a resistance above 0 Ω, up to 1,000,000 Ω.' }),
)

test('a number of frequencies', () => {
  expect([pointsIn('2'), pointsIn('20001')]).toEqual([{ points: 2 }, { points: 20_001 }])
  for (const text of ['1', '20002', '2.5', '', 'many'])
    expect(pointsIn(text)).toEqual({ problem: 'Enter a whole number of frequencies, from 2 to 20,001.' })
})

describe('a form', () => {
  test.each<[NetworkForm, string, string, string]>([
    [asInFile, '', '', ''],
    [
      { order: [2, 1], reference: 42.5, points: 'file' },
      'ports in the order 2 1 · renormalized to 42.5 Ω · extended to 0 Hz',
      'ports-42.5-ohm-from-0-hz',
      'ports*2.1 ohms*42.5 points*file',
    ],
    [{ ...asInFile, points: 1001 }, '1,001 frequencies from 0 Hz', '1001-points', 'points*1001'],
  ])('%o', (form, text, fileName, parts) => {
    expect([formText(form), formFileName(form)]).toEqual([text, fileName])
    expect(
      formParts(form)
        .map((part) => part.join('*'))
        .join(' '),
    ).toBe(parts)
    expect(formIn((name) => new Map(formParts(form)).get(name))).toEqual(form)
  })
})
