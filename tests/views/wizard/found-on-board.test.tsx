// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'

import { fileInspectionMachine } from '../../../machines/wizard/board/file-inspection.machine'
import type { FoundOnBoard as Found } from '../../../machines/wizard/board/found-on-board'
import { draftOf } from '../../../machines/wizard/request-selectors'
import { FoundOnBoard } from '../../../src/workspace/wizard/board/found-on-board'
import { fileFacts } from '../../model/wizard/request-samples'
import { projectFile } from '../../model/samples'
import { renderPage } from '../site/render-page'
import { requestAt } from './request-at'

const lane = { clock: [] as string[], groups: [], lanes: 1, confidence: 'high' as const, reason: 'Named so.' }
const proposals: Found = {
  interfaces: [
    { kind: 'MIPI D-PHY', name: 'CSI1', signals: ['A_P', 'A_N'], ...lane, clock: ['AC_P', 'AC_N'] },
    { kind: 'MIPI D-PHY', name: 'CSI2', signals: ['B_P', 'B_N'], ...lane, clock: ['BC_P', 'BC_N'] },
    { kind: 'USB 2', name: 'USB', signals: ['USB_P', 'USB_N'], ...lane, confidence: 'medium' },
  ],
  rails: Array.from({ length: 6 }, (_, index) => ({
    net: `+${index + 1}V`,
    ground: 'GND',
    loads: ['U1'],
    capacitors: 3,
    impedance: '100 mOhm',
    isVoltageAssumed: false,
    isNamed: true,
    confidence: 'high' as const,
    reason: 'Feeds U1.',
  })),
}

/** Shows the interfaces and rails found on a board, at a step of a request for this board. */
async function show(step: 2 | 3, found = proposals) {
  const actor = await requestAt(step)
  const inspector = createActor(
    fileInspectionMachine.provide({
      actors: {
        inspect: fromPromise(async () => fileFacts({ proposals: found })),
        followRequest: fromCallback(() => {}),
      },
    }),
  ).start()
  inspector.send({ type: 'files.chosen', files: { layout: projectFile(), stackup: null, material: null } })
  await renderPage(<FoundOnBoard actor={actor} inspector={inspector} step={step} />)
  const region = await screen.findByRole('region', { name: 'Found on your board' })
  return {
    user: userEvent.setup(),
    region: within(region),
    draft: () => draftOf(actor.getSnapshot()),
    change: actor.send,
  }
}

test('each interface is added once, and the rest together', async () => {
  const { user, region, draft } = await show(2)
  region.getByRole('heading', {
    name: 'Found on your board: 2 MIPI D-PHY interfaces, 1 USB 2 interface, 6 supply rails',
  })
  await user.dblClick(region.getByRole('button', { name: 'Add for $2,000: MIPI D-PHY CSI1' }))
  expect(draft().si.map(({ signal_nets }) => signal_nets)).toEqual([['A_P', 'A_N']])
  // The button stays, so that the focus is not lost.
  expect(region.getByRole('button', { name: 'Added: MIPI D-PHY CSI1' })).toHaveFocus()
  expect(region.getByRole('status')).toHaveTextContent('1 of 3 added as rows.')
  await user.click(region.getByRole('button', { name: 'Add it for $2,000' }))
  expect(draft().si.map(({ clock_signal }) => clock_signal)).toEqual([
    ['AC_P', 'AC_N'],
    ['BC_P', 'BC_N'],
  ])
  await user.click(region.getByRole('button', { name: 'All interfaces added' }))
  expect(draft().si).toHaveLength(2)
})

test('an interface whose row has lost a net completes this row, for no additional price', async () => {
  const { user, region, draft, change } = await show(2)
  await user.click(region.getByRole('button', { name: 'Add all 2 interfaces for $4,000' }))
  const [, second] = draft().si
  act(() => change({ type: 'si.changed', rowId: second?.id ?? -1, fields: { signal_nets: ['B_N'] } }))
  expect(region.getByRole('button', { name: 'No more interfaces to add' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(region.getByRole('button', { name: 'Complete row 2: MIPI D-PHY CSI2' }))
  expect(draft().si.map(({ signal_nets }) => signal_nets)).toEqual([
    ['A_P', 'A_N'],
    ['B_N', 'B_P'],
  ])
  expect(region.getByRole('button', { name: 'Added: MIPI D-PHY CSI2' })).toHaveFocus()
})

test('what has been added is not a Tab stop', async () => {
  const { user, region } = await show(2, { ...proposals, interfaces: proposals.interfaces.slice(0, 2) })
  await user.tab()
  await user.tab()
  await user.keyboard('{Enter}')
  const added = region.getByRole('button', { name: 'Added: MIPI D-PHY CSI1' })
  expect(added).toHaveFocus()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(region.getByRole('button', { name: 'Added: MIPI D-PHY CSI2' })).toHaveFocus()
  await user.tab()
  expect(document.body).toHaveFocus()
  await user.tab()
  expect(document.body).toHaveFocus()
})

test('an interface without a price leads to the contact form with its facts', async () => {
  sessionStorage.setItem('draft-1:contact', JSON.stringify({ name: 'Uma', email: '', message: 'Hello' }))
  const { user, region } = await show(2)
  expect(region.getByText('(uncertain)')).toBeVisible()
  const link = region.getByRole('link', { name: 'Request a quote for USB 2' })
  expect(link).toHaveAttribute('href', '/#id_contact')
  await user.click(link)
  const draft = JSON.parse(sessionStorage.getItem('draft-1:contact') ?? '{}') as { name: string; message: string }
  expect(draft.name).toBe('Uma')
  expect(draft.message).toMatch(/^Hello\n\nPlease quote a signal integrity simulation of USB 2 \(USB\) on /)
  expect(draft.message).toContain('Nets: USB_P, USB_N')
})

test('the rails of a step: the first ones, all on request, and added with their impedance', async () => {
  const { user, region, draft } = await show(3)
  expect(region.getAllByRole('listitem')).toHaveLength(4)
  const says = 'Feeds U1. Simulated as PowerAC, target impedance 100 mOhm; you can change this in its row.'
  expect(region.getAllByText(says)).toHaveLength(4)
  await user.click(region.getByRole('button', { name: 'Show all 6' }))
  expect(region.getAllByRole('listitem')).toHaveLength(6)
  await user.click(region.getByRole('button', { name: 'Add all 6 rails for $6,000' }))
  expect(draft().pi).toHaveLength(6)
  expect(draft().pi[0]).toMatchObject({ type: 'PowerAC', power_net: '+1V', target_impedance: '100 mOhm' })
})

test('rails that nothing names are added one by one', async () => {
  const rails = proposals.rails.map((rail, index) => ({ ...rail, isNamed: index < 2 }))
  const { user, region, draft } = await show(3, { interfaces: [], rails })
  await user.click(region.getByRole('button', { name: 'Add all 2 clearly named rails for $2,000' }))
  expect(draft().pi.map(({ power_net }) => power_net)).toEqual(['+1V', '+2V'])
  expect(region.getByRole('button', { name: 'All clearly named rails added' })).toHaveFocus()
  await user.click(region.getByRole('button', { name: 'Add for $1,000: +3V' }))
  expect(draft().pi).toHaveLength(3)
})
