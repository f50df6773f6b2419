// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { type Deleted, undoOfferMachine } from '../../../../machines/undo/undo-offer.machine'
import { UndoOffer } from '../../../../src/workspace/undo/undo-offers'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const onRestored = vi.fn()
const onRemove = vi.fn()
const taken = '“a.txt” cannot be restored, because another file now has its name.'
const situations: Record<string, { input: Deleted }> = {
  'a deleted file': { input: { kind: 'files', projectId: 'p1', files: [{ id: 'f1', name: 'a.txt' }] } },
  'a deleted project': { input: { kind: 'project', projectId: 'p1', name: 'Camera board' } },
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const nameIn = (situation: string) => (situation === 'a deleted file' ? 'a.txt' : 'Camera board')
const expectOpen = (situation: string, text: string) => {
  expect(screen.getByText(text)).toBeVisible()
  expect(button('Undo')).toBeEnabled()
  expect(button(`Close: ${nameIn(situation)} deleted`)).toBeEnabled()
  expect(onRemove).not.toHaveBeenCalled()
}

const undoOffer: Surface<typeof undoOfferMachine> = {
  situations,
  events: { 'undo.requested': [{}], 'offer.closed': [{}], 'offer.entered': [{}], 'offer.left': [{}] },
  done: { restore: [undefined] },
  failed: { restore: [failure(), failure(taken, { status: 409 })] },
  mount: ({ machine, situation }) => {
    onRestored.mockClear()
    onRemove.mockClear()
    const deleted = situations[situation]?.input
    if (!deleted) throw new Error('There is no such situation.')
    renderWorkspace(<UndoOffer deleted={deleted} isNewest onRestored={onRestored} onRemove={onRemove} />, {
      ...machinesOver({}),
      undoOffer: machine,
    })
  },
  states: {
    'offered.counting': ({ situation }) => {
      expectOpen(situation, `${nameIn(situation)} deleted.`)
      expect(onRestored).not.toHaveBeenCalled()
    },
    'offered.held': ({ situation }) => {
      expectOpen(situation, `${nameIn(situation)} deleted.`)
      expect(onRestored).not.toHaveBeenCalled()
    },
    restoring: () => {
      expect(button('Restoring...')).toBeDisabled()
      expect(button(/^Close/)).toBeDisabled()
      expect(onRemove).not.toHaveBeenCalled()
    },
    failed: ({ situation }) => {
      expectOpen(situation, 'The deletion could not be undone.')
      expect(onRestored).toHaveBeenCalled()
    },
    refused: () => {
      expect(onRestored).toHaveBeenCalled()
      expect(screen.getByText(taken)).toBeVisible()
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
      expect(onRemove).not.toHaveBeenCalled()
    },
    gone: () => {
      expect(onRemove).toHaveBeenCalledOnce()
    },
  },
  perform: {
    'undo.requested': (_, { user }) => user.keyboard('{Control>}z{/Control}'),
    'offer.closed': (_, { user }) => user.click(button(/^Close/)),
    'offer.entered': (_, { user }) => user.hover(button(/^Close/)),
    'offer.left': (_, { user }) => user.unhover(button(/^Close/)),
  },
}

testSurface('Undo offer', undoOfferMachine, undoOffer)
