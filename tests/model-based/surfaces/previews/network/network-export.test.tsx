// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useActorRef } from '@xstate/react'
import { expect } from 'vitest'

import {
  type NetworkExport as Wanted,
  networkExportMachine,
  type NetworkShown,
} from '../../../../../machines/previews/network/network-export.machine'
import { firstSettings } from '../../../../../machines/previews/network/network-view'
import { NetworkExport } from '../../../../../src/workspace/previews/network/export/network-export'
import { machinesOver, renderWorkspace } from '../../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../../surface'
import { testSurface } from '../../../view-paths'

type Machine = typeof networkExportMachine

const shown: NetworkShown = {
  facts: {
    format: 'Touchstone 1',
    parameter: 'S',
    ports: 4,
    frequencies: Float64Array.of(1e9, 2e9),
    references: [75, 75, 75, 75],
    modes: null,
    impedances: null,
    remarks: [],
    noise: [],
    pairs: null,
    lines: [{ near: [1], far: [2] }],
  },
  pairs: [
    [1, 2],
    [3, 4],
  ],
  settings: firstSettings,
  content: { tab: 'frequency', parameter: 'Z', drawn: [], isLogarithmic: false },
}

const names: Record<Wanted, string> = {
  csv: 'Save values as CSV',
  png: 'Save picture as PNG',
  svg: 'Save picture as SVG',
  touchstone: 'Save network as Touchstone',
  converted: 'Save network as Touchstone, Z-parameters',
  renormalized: 'Save network as Touchstone, 50 Ω',
  mixed: 'Save network as Touchstone, mixed mode',
}
const wanted = Object.keys(names) as Wanted[]
const buttons = () => Object.values(names).map((name) => screen.getByRole('button', { name }))

const Save = ({ machine }: { machine: Machine }) => <NetworkExport actor={useActorRef(machine)} shown={shown} />

const networkExport: Surface<Machine> = {
  situations: { 'a network of four ports': {} },
  events: { 'export.requested': wanted.map((one) => ({ wanted: one, shown })) },
  done: { saveExport: [undefined] },
  failed: { saveExport: [failure('The network could not be analyzed.')] },
  mount: ({ machine }) => {
    renderWorkspace(<Save machine={machine} />, machinesOver({}))
  },
  states: {
    idle: (_, { context }) => {
      for (const button of buttons()) expect(button).not.toHaveAttribute('aria-disabled')
      expect(screen.queryByRole('alert')?.textContent ?? null).toBe(context.failure)
    },
    saving: () => {
      for (const button of buttons()) expect(button).toHaveAttribute('aria-disabled', 'true')
      expect(screen.queryByRole('alert')).toBeNull()
    },
  },
  perform: {
    'export.requested': async (event, { user }) =>
      user.click(screen.getByRole('button', { name: names[event.wanted] })),
  },
}

testSurface('Network export', networkExportMachine, networkExport)
