// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'

import {
  type ChosenFiles,
  type FileFacts,
  type FileInspectionActor,
  fileInspectionMachine,
} from '../../../machines/wizard/board/file-inspection.machine'
import { netText } from '../../../machines/wizard/board/net-list'
import { type LayoutNets, type NetUse, noNets } from '../../../machines/wizard/rows/net-rules'
import { LayoutNetsContext } from '../../../src/workspace/wizard/layout/layout-nets'
import { NetField } from '../../../src/workspace/wizard/rows/net-field'
import { fileFacts } from '../../model/wizard/request-samples'
import { projectFile } from '../../model/samples'
import { renderPage } from '../site/render-page'

const layout: LayoutNets = {
  nets: [
    { name: 'GND', pins: 120 },
    { name: '+3V3', pins: 40 },
    { name: 'CSI_D0_P', pins: 2 },
    { name: 'CSI_D0_N', pins: 2 },
    { name: 'RESET', pins: 1 },
  ],
  pairs: [{ name: 'CSI_D0', positive: 'CSI_D0_P', negative: 'CSI_D0_N' }],
  power: ['+3V3'],
  ground: ['GND'],
}

type Wanted = { use?: NetUse; known?: Promise<LayoutNets>; start?: string[]; single?: boolean; forced?: boolean }

/** Starts a file inspection that reads a layout with these nets. */
function reading(nets: Promise<LayoutNets>) {
  const inspect = fromPromise<FileFacts, { files: ChosenFiles | null }>(async () => fileFacts({ nets: await nets }))
  const actor = createActor(
    fileInspectionMachine.provide({ actors: { inspect, followRequest: fromCallback(() => {}) } }),
  ).start()
  actor.send({ type: 'files.chosen', files: { layout: projectFile(), stackup: null, material: null } })
  return actor
}

type Inspecting = { inspector: FileInspectionActor }

/** A field with its value shown next to it. */
function Harness({
  use = 'signal',
  start = [],
  single = false,
  forced = false,
  inspector,
  onChange,
}: Wanted & Inspecting & { onChange: () => void }) {
  const [value, setValue] = useState<string | string[]>(single ? start.join() : start)
  return (
    <LayoutNetsContext value={inspector}>
      <NetField
        name="nets"
        label="Nets"
        example="GND"
        problem={null}
        use={use}
        value={value}
        single={single}
        forced={forced}
        onChange={(changed) => {
          onChange()
          setValue(changed)
        }}
      />
      <output>{typeof value === 'string' ? value : netText(value)}</output>
    </LayoutNetsContext>
  )
}

async function open({ known = Promise.resolve(layout), ...wanted }: Wanted = {}) {
  const inspector = reading(known)
  const onChange = vi.fn()
  await renderPage(<Harness {...wanted} inspector={inspector} onChange={onChange} />)
  return { user: userEvent.setup(), field: screen.getByRole('combobox', { name: /^Nets/ }), onChange }
}
const value = () => screen.getByRole('status').textContent
const options = () =>
  within(screen.getByRole('listbox'))
    .queryAllByRole('option')
    .map(({ textContent }) => textContent)

test('offers the pairs of the layout first; selecting one adds both nets', async () => {
  const { user, field } = await open()
  await user.click(field)
  expect(options()[0]).toBe('CSI_D0pair')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(value()).toBe('CSI_D0_P, CSI_D0_N')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard('{ArrowDown}')
  expect(options()).toEqual(['GND120 pins', '+3V340 pins', 'RESET1 pin'])
})

test('announces what was added and removed', async () => {
  const { user, field } = await open()
  await user.type(field, 'csi_d0{Enter}')
  const announced = screen.getByText('CSI_D0_P, CSI_D0_N added')
  expect(announced).toHaveAttribute('aria-live', 'polite')
  await user.keyboard('{Backspace}')
  expect(announced).toHaveTextContent('CSI_D0_N removed')
})

test('finds nets by some of their letters, with the keyboard alone', async () => {
  const { user, field } = await open({ use: 'ground', start: ['RESET'] })
  await user.type(field, 'gn{ArrowDown}{Enter}')
  expect(value()).toBe('RESET, GND')
  expect(field).toHaveValue('')
})

test('accepts typed names at a comma, at Enter and on leaving, and highlights those that are missing in the layout', async () => {
  const { user, field } = await open()
  await user.type(field, 'reset,VTT{Enter}VREF')
  await user.tab()
  // `reset` was replaced with its spelling in the layout.
  expect(value()).toBe('RESET, VTT, VREF')
  expect(screen.getByText('Not in the layout: VTT, VREF')).toBeVisible()
  expect(field).toHaveAccessibleDescription('Not in the layout: VTT, VREF')
})

test('accepts the best suggestion at Enter, and the typed text at a comma', async () => {
  const { user, field } = await open({ use: 'ground' })
  await user.type(field, 'gn{Enter}')
  expect(value()).toBe('GND')
  await user.type(field, 'CSI,')
  expect(value()).toBe('GND, CSI')
  // The name is complete, so there is no suggestion for Enter to accept.
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard('{Enter}')
  expect(value()).toBe('GND, CSI')
})

test('never accepts a suggestion without a user action', async () => {
  const { user, field } = await open({ use: 'ground' })
  await user.click(field)
  await user.keyboard('{Enter}')
  expect(value()).toBe('')
})

test('does not split a net name with a comma, typed, pasted or selected', async () => {
  const usb = 'Net-(J1-PadA4,B9)'
  const known = Promise.resolve({ ...layout, nets: [...layout.nets, { name: usb, pins: 2 }] })
  const { user, field } = await open({ known })
  await user.type(field, 'net-(j1-pada4,b9),')
  expect(value()).toBe(`"${usb}"`)
  await user.click(screen.getByRole('button', { name: `Remove ${usb}` }))
  await user.paste(`GND, ${usb}`)
  expect(value()).toBe(`GND, "${usb}"`)
  await user.click(screen.getByRole('button', { name: `Remove ${usb}` }))
  await user.type(field, 'pada4{Enter}')
  expect(value()).toBe(`GND, "${usb}"`)
})

test('keeps a quoted name whole, with its commas and spaces, also if the layout is unknown', async () => {
  const net = '/CM5_GPIO ( Ethernet, GPIO, SDCARD)/TRD3_P'
  const { user, field } = await open({ known: Promise.resolve(noNets) })
  await user.click(field)
  await user.paste(`"${net}"; GND RESET`)
  expect(screen.getByRole('button', { name: `Remove ${net}` })).toBeVisible()
  expect(value()).toBe(`"${net}", GND, RESET`)
})

test('accepts a pasted list', async () => {
  const { user, field } = await open()
  await user.click(field)
  await user.paste('GND\n+3V3\tRESET')
  expect(value()).toBe('GND, +3V3, RESET')
})

test('removes a net by its button, and the last one by Backspace', async () => {
  const { user, field } = await open({ start: ['GND', '+3V3', 'RESET'] })
  await user.click(screen.getByRole('button', { name: 'Remove +3V3' }))
  expect(value()).toBe('GND, RESET')
  expect(field).toHaveFocus()
  await user.keyboard('{Backspace}')
  expect(value()).toBe('GND')
})

test('is one Tab stop; the arrow keys reach the chips, and Delete or Backspace removes them', async () => {
  const { user, field } = await open({ start: ['GND', '+3V3', 'RESET'] })
  const chip = (name: string) => screen.getByRole('button', { name: `Remove ${name}` })
  await user.tab()
  expect(field).toHaveFocus()
  await user.keyboard('{ArrowLeft}')
  expect(chip('RESET')).toHaveFocus()
  await user.keyboard('{ArrowLeft}')
  expect(chip('+3V3')).toHaveFocus()
  await user.keyboard('{Delete}')
  expect(value()).toBe('GND, RESET')
  expect(screen.getByText('+3V3 removed')).toHaveAttribute('aria-live', 'polite')
  expect(chip('RESET')).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(field).toHaveFocus()
  await user.keyboard('{ArrowLeft}{Backspace}')
  expect(value()).toBe('GND')
  expect(chip('GND')).toHaveFocus()
  await user.tab()
  expect(field).toHaveFocus()
  await user.tab({ shift: true })
  expect(document.body).toHaveFocus()
  await user.tab()
  await user.keyboard('{ArrowLeft}{Enter}')
  expect(value()).toBe('')
  expect(field).toHaveFocus()
})

test('is one Tab stop also after a chip was left with the mouse or with Shift+Tab', async () => {
  const { user, field } = await open({ start: ['GND', '+3V3'] })
  await user.click(field)
  await user.keyboard('{ArrowLeft}')
  expect(screen.getByRole('button', { name: 'Remove +3V3' })).toHaveFocus()
  await user.tab({ shift: true })
  expect(document.body).toHaveFocus()
  await user.tab()
  expect(field).toHaveFocus()
  await user.keyboard('{ArrowLeft}')
  expect(screen.getByRole('button', { name: 'Remove +3V3' })).toHaveFocus()
  await user.click(document.body)
  await user.tab()
  expect(field).toHaveFocus()
})

test('Backspace in a field without chips changes and announces nothing', async () => {
  const { user, field, onChange } = await open()
  await user.click(field)
  await user.keyboard('{Backspace}')
  expect(onChange).not.toHaveBeenCalled()
  expect(screen.queryByText(/removed/)).toBeNull()
})

test('the arrow keys move in the typed text first', async () => {
  const { user, field } = await open({ start: ['GND'] })
  await user.type(field, 'ab{ArrowLeft}')
  expect(field).toHaveFocus()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(screen.getByRole('button', { name: 'Remove GND' })).toHaveFocus()
})

test('contains only one net if one is required', async () => {
  const { user, field } = await open({ use: 'power', single: true, start: ['RESET'] })
  await user.click(field)
  await user.click(screen.getByRole('option', { name: /3V3/ }))
  expect(value()).toBe('+3V3')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('is a text field if the layout is unknown', async () => {
  const { user, field } = await open({ known: Promise.resolve(noNets) })
  await user.type(field, 'ANY{Enter}')
  expect(value()).toBe('ANY')
  expect(screen.queryByText(/Not in the layout/)).toBeNull()
})

test('highlights missing nets and offers suggestions once the layout is read, while focused', async () => {
  let read = (_: LayoutNets) => {}
  const known = new Promise<LayoutNets>((resolve) => (read = resolve))
  const { user, field } = await open({ known, use: 'ground', start: ['VTT'] })
  await user.click(field)
  expect(screen.queryByText(/Not in the layout/)).toBeNull()
  expect(screen.queryByRole('listbox')).toBeNull()
  read(layout)
  expect(await screen.findByText('Not in the layout: VTT')).toBeVisible()
  expect(options()[0]).toBe('GND120 pins')
})

test('shows N/A if the row requires it', async () => {
  const { field } = await open({ start: ['N/A'], forced: true })
  expect(field).toHaveValue('N/A')
  expect(field).toHaveAttribute('readonly')
})

test('N/A that the row requires cannot be removed with Backspace', async () => {
  const { user, field, onChange } = await open({ start: ['N/A'], forced: true })
  await user.click(field)
  ;(field as HTMLInputElement).setSelectionRange(0, 0)
  await user.keyboard('{Backspace}')
  expect(field).toHaveValue('N/A')
  expect(onChange).not.toHaveBeenCalled()
  expect(screen.queryByText(/removed/)).toBeNull()
})
