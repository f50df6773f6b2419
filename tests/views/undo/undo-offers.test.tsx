// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createActor } from 'xstate'

import type { Changes } from '../../../machines/live/changes'
import type { ProductApi } from '../../../src/api/product'
import { followChanges } from '../../../src/workspace/live/running-changes'
import { connectUndo } from '../../../src/workspace/undo/machines'
import { UndoOffers } from '../../../src/workspace/undo/undo-offers'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

type History = Awaited<ReturnType<ProductApi['history']>>

const file = (id: string) => ({ kind: 'files' as const, projectId: 'p1', files: [{ id, name: `${id}.txt` }] })

/** Offers to undo the deletion of one file, and then that of another. */
async function show() {
  const restoreFile = vi.fn<History['restoreFile']>(async () => undefined as never)
  const machines = machinesOver({ history: async () => ({ restoreFile }) as unknown as History })
  const user = renderWorkspace(<UndoOffers onRestored={() => {}} />, machines)
  machines.undoOffers.add(file('first'))
  machines.undoOffers.add(file('last'))
  expect(await screen.findByText('last.txt deleted.')).toBeVisible()
  const restored = () => restoreFile.mock.calls.map(([id]) => id)
  return { user, restored, machines }
}

test('Ctrl-Z undoes the last deletion, and then the one before', async () => {
  const { user, restored } = await show()
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(screen.queryByText('last.txt deleted.')).toBeNull())
  expect(restored()).toEqual(['last'])
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(restored()).toEqual(['last', 'first']))
})

test('Ctrl-Shift-Z, and Ctrl-Z in a text field, undo no deletion', async () => {
  const { user, restored } = await show()
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await user.keyboard('{Control>}z{/Control}')
  field.remove()
  expect(restored()).toEqual([])
  expect(screen.getByText('first.txt deleted.')).toBeVisible()
})

test('each offer undoes its own deletion', async () => {
  const { user, restored } = await show()
  const [first] = screen.getAllByRole('button', { name: 'Undo' })
  await user.click(first!)
  await waitFor(() => expect(restored()).toEqual(['first']))
  expect(screen.getByText('last.txt deleted.')).toBeVisible()
})

test('if only some files can be restored, the lists show those', async () => {
  const changes: Changes[] = []
  const restoreFile = vi.fn<History['restoreFile']>(async (id) => {
    if (id === 'f1') throw Object.assign(new Error('Another file now has its name.'), { status: 409 })
    return undefined as never
  })
  const api = { history: async () => ({ restoreFile }) as unknown as History }
  const machine = connectUndo(api as never).undoOffer
  followChanges(api, (told) => changes.push(told))
  const files = [
    { id: 'f1', name: 'a.txt' },
    { id: 'f2', name: 'b.txt' },
  ]
  const offer = createActor(machine, { input: { kind: 'files', projectId: 'p1', files } }).start()
  offer.send({ type: 'undo.requested' })
  await waitFor(() => expect(offer.getSnapshot().value).toBe('refused'))
  expect(restoreFile).toHaveBeenCalledTimes(2)
  expect(changes).toEqual([[{ kind: 'files', projectId: 'p1', id: 'p1', by: null }]])
})
