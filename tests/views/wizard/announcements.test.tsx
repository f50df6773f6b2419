// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'

import { fileInspectionMachine } from '../../../machines/wizard/board/file-inspection.machine'
import { FoundOnBoard } from '../../../src/workspace/wizard/board/found-on-board'
import { LayoutNetsContext } from '../../../src/workspace/wizard/layout/layout-nets'
import { SignalStep } from '../../../src/workspace/wizard/steps/signal-step'
import { fileFacts } from '../../model/wizard/request-samples'
import { projectFile } from '../../model/samples'
import { renderPage } from '../site/render-page'
import { layOut } from '../workspace/laid-out'
import { requestAt } from './request-at'

beforeAll(layOut)

const camera = {
  ...{ kind: 'MIPI D-PHY', name: 'CSI1', signals: ['A_P', 'A_N'], clock: ['C_P', 'C_N'], groups: [], lanes: 1 },
  ...{ confidence: 'high' as const, reason: 'Named so.' },
}

/** The regions of the page that are announced when their text changes, and their texts. */
const liveRegions = () => [...document.querySelectorAll('[role=status], [aria-live=polite]')]
const texts = (regions: Element[]) => regions.map(({ textContent }) => textContent)

/** Shows step 2 of a request for a board with one interface. */
async function show() {
  const actor = await requestAt(2)
  const inspector = createActor(
    fileInspectionMachine.provide({
      actors: {
        inspect: fromPromise(async () => fileFacts({ proposals: { interfaces: [camera], rails: [] } })),
        followRequest: fromCallback(() => {}),
      },
    }),
  ).start()
  inspector.send({ type: 'files.chosen', files: { layout: projectFile(), stackup: null, material: null } })
  await renderPage(
    <LayoutNetsContext value={inspector}>
      <div data-scroller style={{ overflowY: 'auto' }}>
        <FoundOnBoard actor={actor} inspector={inspector} step={2} />
        <SignalStep actor={actor} />
      </div>
    </LayoutNetsContext>,
  )
  await screen.findByRole('region', { name: 'Found on your board' })
  return userEvent.setup()
}

// A screen reader announces a change only in a region that was there before.
test('a row that is added from a proposal is announced, with the number of rows', async () => {
  const user = await show()
  const regions = liveRegions()
  expect(texts(regions)).toEqual(['', '0 signal integrity rows'])
  await user.click(screen.getByRole('button', { name: 'Add for $2,000: MIPI D-PHY CSI1' }))
  expect(texts(regions)).toEqual(['1 of 1 added as rows.', '1 signal integrity row'])
  expect(regions.every((region) => region.isConnected)).toBe(true)
})

test('a net that is added to a row is announced', async () => {
  const user = await show()
  await user.click(screen.getByRole('button', { name: 'Add signal integrity row' }))
  const row = await screen.findByRole('group', { name: 'Signal integrity row 1' })
  const field = within(row).getByRole('combobox', { name: /^Ground nets/ })
  const regions = [...row.querySelectorAll('[aria-live=polite]')]
  expect(texts(regions)).toEqual(['', '', ''])
  await user.type(field, 'GND{Enter}')
  expect(texts(regions)).toEqual(['', 'GND added', ''])
  expect(regions.every((region) => region.isConnected)).toBe(true)
})
