// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { supplyDropsMachine } from '../../../../../machines/previews/supply/supply-drops.machine'
import { SupplyDrops } from '../../../../../src/workspace/previews/supply/supply-drops'
import { machinesOver, renderWorkspace } from '../../../../views/workspace/render-workspace'
import type { Surface } from '../../../surface'
import { testSurface } from '../../../view-paths'

const pins = [
  { pin: 'U1.1', voltage: 0.99, current: 2, nominal: null },
  { pin: 'U1.2', voltage: 0.9, current: null, nominal: null },
]
const onView = vi.fn()
const saved: Blob[] = []
const field = (name: string) => screen.getByRole('textbox', { name })

const supplyDrops: Surface<typeof supplyDropsMachine> = {
  situations: { 'two pins': { input: { view: 'drop' } }, 'a limit in the address': { input: { view: 'drop-1-20' } } },
  events: {
    'setting.changed': [{ change: { nominal: 1 } }, { change: { allowed: 20 } }],
    'settings.reset': [{}],
    'save.requested': [{}],
  },
  done: {},
  failed: {},
  mount: ({ machine, input }) => {
    onView.mockClear()
    saved.length = 0
    // jsdom cannot save files.
    URL.createObjectURL = (blob: Blob) => `#${saved.push(blob)}`
    renderWorkspace(
      <SupplyDrops machine={machine} pins={pins} name="vdd.csv" view={input?.view ?? ''} onView={onView} />,
      machinesOver({}),
    )
  },
  states: {
    shown: (_, { context: { settings } }) => {
      const nominal = settings.nominal ?? 0.99
      expect(field('Nominal voltage (V)')).toHaveValue(String(nominal))
      expect(field('Allowed drop (%)')).toHaveValue(String(settings.allowed))
      const rows = within(screen.getByRole('region', { name: 'Drops at the pins' })).getAllByRole('row')
      const [, worst, other] = rows.map(({ textContent }) => textContent)
      // 10% of 1 V, or 9.09% of 0.99 V, at the second pin.
      expect(worst).toMatch(settings.allowed === 20 ? /^U1\.2Pass900 mV/ : /^U1\.2Fail900 mV/)
      expect(worst).toContain(nominal === 1 ? '100 mV' : '90 mV')
      expect(other).toMatch(/^U1\.1Pass990 mV2 A/)
      expect(screen.getByText(/^The smallest margin is .* at U1\.2:/)).toBeVisible()
    },
  },
  perform: {
    'setting.changed': async ({ change }, { user }) => {
      const [name, value] =
        change.nominal === undefined
          ? (['Allowed drop (%)', change.allowed] as const)
          : (['Nominal voltage (V)', change.nominal] as const)
      await user.clear(field(name))
      await user.type(field(name), `${value}{Enter}`)
      // A value that is already set is not set again.
      if (onView.mock.calls.length > 0) expect(onView).toHaveBeenLastCalledWith(expect.stringMatching(/^drop/))
    },
    'settings.reset': async (_, { user }) => {
      await user.click(screen.getByRole('button', { name: 'Reset to default settings' }))
      expect(onView).toHaveBeenLastCalledWith('drop')
    },
    'save.requested': async (_, { user }) => {
      await user.click(screen.getByRole('button', { name: 'Save drops as CSV' }))
      const text = await saved.at(-1)!.text()
      expect(text).toMatch(/^Pin,Verdict,[^\n]+\r\nU1\.2,(?:pass|fail),/)
    },
  },
}

testSurface('Supply drops', supplyDropsMachine, supplyDrops)
