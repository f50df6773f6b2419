// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, vi } from 'vitest'

import { dialogMachine } from '../../../../machines/lib/dialog.machine'
import { DialogFrame } from '../../../../src/ui/dialog/dialog-frame'
import { renderWorkspace } from '../../../views/workspace/render-workspace'
import type { Surface } from '../../surface'
import { testSurface } from '../../view-paths'

/** Provides the dialog frame with the machine under test. */
const wired = vi.hoisted(() => ({ machine: undefined as typeof dialogMachine | undefined }))
vi.mock(import('../../../../machines/lib/dialog.machine'), async (original) => {
  const real = await original()
  return {
    ...real,
    get dialogMachine() {
      return wired.machine ?? real.dialogMachine
    },
  }
})

type Work = { isBusy: boolean; isUnsent: boolean }

const onClose = vi.fn()
let setWork: (work: Work) => void

function EditedProject() {
  const [{ isBusy, isUnsent }, set] = useState<Work>({ isBusy: false, isUnsent: false })
  setWork = set
  return (
    <DialogFrame title="Edit project" busy={isBusy} isUnsent={isUnsent} onClose={onClose}>
      Its fields
    </DialogFrame>
  )
}

const question = () => screen.queryByRole('alertdialog', { name: 'Discard your changes?' })

const dialog: Surface<typeof dialogMachine> = {
  situations: { 'a user who edits a project': {} },
  events: {
    'closing.requested': [
      { isBusy: true, isUnsent: true },
      { isBusy: false, isUnsent: true },
      { isBusy: false, isUnsent: false },
    ],
    'discard.confirmed': [{}],
    'discard.cancelled': [{}],
  },
  done: {},
  failed: {},
  mount: ({ machine }) => {
    wired.machine = machine
    onClose.mockClear()
    renderWorkspace(<EditedProject />, {} as never)
  },
  states: {
    open: () => {
      expect(screen.getByRole('dialog', { name: 'Edit project' })).toBeVisible()
      expect(question()).not.toBeInTheDocument()
      expect(onClose).not.toHaveBeenCalled()
    },
    asking: () => {
      expect(question()).toHaveTextContent('They have not been saved or sent.')
      expect(onClose).not.toHaveBeenCalled()
    },
    closed: async ({ user }) => {
      expect(question()).not.toBeInTheDocument()
      expect(onClose).toHaveBeenCalledOnce()
      // The parent has not removed the dialog yet. A second close would navigate back twice.
      await user.keyboard('{Escape}')
      expect(onClose).toHaveBeenCalledOnce()
    },
  },
  perform: {
    'closing.requested': async (work, { user }) => {
      act(() => setWork(work))
      await user.keyboard('{Escape}')
    },
    'discard.confirmed': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Discard' })),
    'discard.cancelled': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Keep editing' })),
  },
}

testSurface('Dialog', dialogMachine, dialog)
