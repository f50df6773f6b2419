// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { parseNetworkView } from '../../../machines/previews/network/network-address'
import type { ProductApi } from '../../../src/api/product'
import { withSampleFiles } from '../../../src/workspace/requests/report/sample-machines'
import { SampleReport } from '../../../src/workspace/requests/report/sample-report'
// Written by tests/analysis/report/measure-sample-with-scikit-rf.py.
import measured from '../../analysis/report/scikit-rf-sample.json' with { type: 'json' }
import { renderPage } from '../site/render-page'

const channel = 'Signal integrity row 1: PCIE-Gen5'
const supply = 'Power integrity row 1: PowerAC'

describe('the sample report', () => {
  const onFile = vi.fn()

  beforeEach(async () => {
    onFile.mockReset()
    await renderPage(<SampleReport openId={null} onFile={onFile} />, '/sample-report')
  })

  test('begins with the verdict of each row, which leads to the row', () => {
    const report = screen.getByRole('region', { name: 'Report' })
    expect(within(report).getByText('1 of 2 rows violates a limit.')).toBeVisible()
    const [, first, second] = within(screen.getByRole('group', { name: 'Verdicts' })).getAllByRole('row')
    expect(first).toHaveTextContent(
      `${channel}FailReturn loss 5.65 dB at 11.4 GHz, limit at least 7.53 dB, margin −1.88 dB`,
    )
    expect(second).toHaveTextContent(/PowerACMarginalImpedance 54\.7 mΩ at 14\.13 MHz, limit at most 58\.9 mΩ/)
    for (const [name, id] of [
      [channel, 'si-1'],
      [supply, 'pi-1'],
    ] as const) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', `#${id}`)
      expect(screen.getByRole('region', { name })).toHaveAttribute('id', id)
    }
  })

  test('opens each network at what decided the verdict', async () => {
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Open network camera-link-channel.s4p' }))
    await user.click(screen.getByRole('button', { name: 'Open network camera-link-3v3.s2p' }))
    await user.click(screen.getByRole('button', { name: 'camera-link-3v3.s2p' }))
    const [first, second, third] = onFile.mock.calls as [string, string?][]
    expect([first?.[0], second?.[0], third?.[0]]).toEqual([
      'camera-link-channel.s4p',
      'camera-link-3v3.s2p',
      'camera-link-3v3.s2p',
    ])
    expect(parseNetworkView(first?.[1] ?? '')).toMatchObject({ tab: 'loss', place: 11.4e9 })
    // A ripple of 5% of 3.3 V, divided by a current step of 2.8 A.
    expect(parseNetworkView(second?.[1] ?? '').settings.supply.flat).toBeCloseTo((0.05 * 3.3) / 2.8, 6)
    expect(third?.[1]).toBeUndefined()
  })
})

describe('the cursor of a curve', () => {
  const chart = (name: string) => screen.getByRole('figure', { name })
  const slider = (name: string) => within(chart(name)).getByRole('slider', { name: /^Cursor/ })
  const reading = (name: string) => within(chart(name)).getByRole('status')
  const curveOf = (name: string) => measured.curves.find((one) => one.name === name)

  beforeEach(async () => {
    await renderPage(<SampleReport openId={null} onFile={vi.fn()} />, '/sample-report')
  })

  test('is first at the smallest margin', () => {
    expect(slider('Return loss')).toHaveAttribute('aria-valuetext', '11.4 GHz')
    expect(reading('Return loss')).toHaveTextContent('11.4 GHz: 5.65 dB, limit at least 7.53 dB, margin −1.88 dB')
    expect(reading('Insertion loss')).toHaveTextContent('16 GHz: 8.12 dB, limit at most 36.00 dB, margin +27.88 dB')
    expect(reading('Impedance')).toHaveTextContent('14.13 MHz: 54.7 mΩ, limit at most 58.9 mΩ, margin +4.2 mΩ')
  })

  test('is moved with the slider, and shows what scikit-rf computes', () => {
    fireEvent.change(slider('Return loss'), { target: { value: '0' } })
    expect(curveOf('return loss')?.frequencies[0]).toBe(50e6)
    const first = curveOf('return loss')?.values[0] ?? Number.NaN
    const margin = (first - 10).toFixed(2)
    expect(reading('Return loss')).toHaveTextContent(
      `50 MHz: ${first.toFixed(2)} dB, limit at least 10.00 dB, margin +${margin} dB`,
    )
    // The last frequency is beyond the limit, so only the value is shown.
    const last = slider('Return loss').getAttribute('max') ?? ''
    fireEvent.change(slider('Return loss'), { target: { value: last } })
    expect(reading('Return loss')).toHaveTextContent(
      new RegExp(`^32 GHz: ${curveOf('return loss')?.values.at(-1)?.toFixed(2)} dB$`),
    )
    expect(reading('Insertion loss')).toHaveTextContent(/^16 GHz/)
  })

  test('follows the pointer', () => {
    const picture = within(chart('Impedance')).getByRole('img')
    // jsdom has no layout, so pretend that the chart is shown at half its size.
    picture.getBoundingClientRect = () => new DOMRect(100, 0, 320, 140)
    fireEvent.pointerMove(picture, { clientX: 100, clientY: 70 })
    expect(reading('Impedance')).toHaveTextContent(/^1 kHz: /)
    fireEvent.pointerMove(picture, { clientX: 420, clientY: 70 })
    expect(reading('Impedance')).toHaveTextContent(/^100 MHz: /)
    expect(slider('Impedance')).toHaveAttribute('aria-valuetext', '100 MHz')
  })
})

describe('the files of the sample', () => {
  test('are read from the site, without credentials', async () => {
    const fetched = vi.fn<typeof fetch>(async () => new Response('# Hz S RI R 50'))
    vi.stubGlobal('fetch', fetched)
    const { signal } = new AbortController()
    const api = withSampleFiles({} as ProductApi)
    expect(await (await api.readFile('camera-link-channel.s4p', signal)).text()).toBe('# Hz S RI R 50')
    expect(fetched).toHaveBeenCalledWith('/camera-link-channel.s4p', { signal, credentials: 'omit' })
    await expect(api.readFile('other.s4p', signal)).rejects.toThrow('The sample has no file other.s4p.')

    fetched.mockResolvedValue(new Response(null, { status: 404 }))
    await expect(api.readFile('camera-link.kicad_pcb', signal)).rejects.toThrow('the file was not found')
    fetched.mockResolvedValue(new Response(null, { status: 503 }))
    await expect(api.readFile('camera-link.kicad_pcb', signal)).rejects.toThrow('the server is not available')
    const { files } = await api.listFiles({ uid: '', uname: '', uemail: null }, 'sample', null, signal)
    expect(files.map(({ name }) => name)).toEqual(['camera-link-channel.s4p', 'camera-link-3v3.s2p'])
  })
})
