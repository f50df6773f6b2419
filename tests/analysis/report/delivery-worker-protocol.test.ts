/** The manifest and the report that the staff page derives from the files of a delivery before it is sent. */
import { describe, expect, test } from 'vitest'

import { replyAboutDelivery } from '../../../src/analysis/worker/delivery-worker-protocol'

const file = (name: string, text: string) => ({ name, content: new Blob([text]) })

/** An attenuator of 6.02 dB that reflects nothing. */
const line = file('line.s2p', ['# GHz S RI R 50', ...[1, 2, 16].map((ghz) => `${ghz} 0 0 0.5 0 0.5 0 0 0`)].join('\n'))
/** A reflection of −0.98 at a 50 Ω port is an impedance of 0.505 Ω. */
const supply = file('vdd.s1p', ['# MHz S RI R 50', '1 -0.98 0', '10 -0.98 0'].join('\n'))

const ordered = {
  si: [{ interface: 'PCIE-Gen5' }],
  pi: [
    { type: 'PowerDC', target_impedance: 'N/A' },
    { type: 'PowerAC', target_impedance: '600 mOhm' },
  ],
}

const suggest = (files: ReturnType<typeof file>[]) => replyAboutDelivery({ id: 1, about: 'suggest', files, ordered })
const check = (files: ReturnType<typeof file>[], manifest: string) =>
  replyAboutDelivery({ id: 2, about: 'check', files, ordered, manifest })

describe('the worker for deliveries', () => {
  test('suggests the rows of a manifest, which can be checked as they are', async () => {
    const files = [file('notes.txt', 'no network'), supply, line]
    const { answer } = (await suggest(files)) as { answer: string }
    expect(JSON.parse(answer)).toEqual({
      rows: [
        {
          ...{ row: 'SI 1', kind: 'channel', network: 'line.s2p', near: [1], far: [2] },
          limits: [expect.objectContaining({ quantity: 'insertion loss', points: [[16e9, 36]] })],
        },
        {
          ...{ row: 'PI 2', kind: 'supply', network: 'vdd.s1p', method: 'reflection' },
          target: {
            points: [
              [1e6, 0.6],
              [1e7, 0.6],
            ],
          },
        },
      ],
    })
    const found = await check(files, answer)
    expect(found).toMatchObject({
      answer: {
        verdict: 'pass',
        rows: [
          { kind: 'si', number: 1, verdict: 'pass' },
          { kind: 'pi', number: 2 },
        ],
      },
    })
    const { rows } = (found as { answer: { rows: { checks: { name: string; value: number }[] }[] } }).answer
    expect(rows[0]?.checks[0]?.value).toBeCloseTo(6.0206, 4)
    expect(rows[1]?.checks.find(({ name }) => name === 'impedance')?.value).toBeCloseTo(50 * (0.02 / 1.98), 6)
  })

  test('suggests nothing without a network, and for a network that cannot be read', async () => {
    expect(await suggest([file('eye.pdf', '%PDF')])).toEqual({ id: 1, answer: '' })
    expect(await suggest([file('line.s2p', 'broken')])).toEqual({ id: 1, answer: '' })
  })

  test('says what is wrong with a manifest, a row or a file', async () => {
    expect(await check([line], '{')).toMatchObject({
      refused: { message: expect.stringMatching(/^The manifest is not valid JSON/) },
    })
    const row = { row: 'SI 1', kind: 'channel', network: 'gone.s2p', near: [1], far: [2], limits: [] }
    const missing = await check([line], JSON.stringify({ rows: [row] }))
    expect(missing).toEqual({ id: 2, refused: { message: 'SI 1: The delivery does not contain gone.s2p.' } })
    const other = await check([line], JSON.stringify({ rows: [{ ...row, row: 'SI 2', network: 'line.s2p' }] }))
    expect(other).toEqual({ id: 2, refused: { message: 'The request has no row SI 2.' } })
  })
})
