// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { Deliveries } from '../../../src/workspace/requests/deliveries'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

const delivery = (number: number, name: string) => ({
  ...{ number, at: `2026-01-0${number}T09:00:00.000Z`, by: 'Stella Okafor', reason: null, verdict: 'pass' as const },
  files: [{ id: `f${number}`, name, size: 100, sha256: '0'.repeat(64) }],
})
const deliveries = [delivery(2, 'corrected.pdf'), delivery(1, 'first.pdf')]

function show(shown: number | null) {
  const [onShow, onFile] = [vi.fn(), vi.fn()]
  const view = <Deliveries deliveries={deliveries} shown={shown} onShow={onShow} onFile={onFile} />
  const user = renderWorkspace(view, machinesOver({}))
  const item = (number: number) => within(screen.getByRole('listitem', { name: `Delivery ${number}` }))
  return { user, onShow, onFile, item }
}

test('only the files of the current delivery can be opened, because those of a replaced one are not in the project', async () => {
  const { user, onFile, item } = show(null)
  await user.click(item(2).getByRole('button', { name: 'corrected.pdf' }))
  expect(onFile.mock.calls).toEqual([['f2']])
  expect(item(1).getByText('first.pdf')).toBeVisible()
  expect(item(1).queryByRole('button', { name: 'first.pdf' })).toBeNull()
  expect(item(1).getByText('Replaced by delivery 2')).toBeVisible()
})

test('the report of a replaced delivery can be shown, and then the current one again', async () => {
  const { user, onShow, item } = show(null)
  expect(item(2).queryByRole('button', { name: /report/ })).toBeNull()
  await user.click(item(1).getByRole('button', { name: 'Show the report of delivery 1', pressed: false }))
  expect(onShow).toHaveBeenCalledWith(1)
})

test('the shown report of a replaced delivery is marked', async () => {
  const { user, onShow, item } = show(1)
  expect(screen.getByText('This is the report of delivery 1, which was replaced.')).toBeVisible()
  await user.click(item(1).getByRole('button', { name: 'Show the current report', pressed: true }))
  expect(onShow).toHaveBeenCalledWith(null)
})
