// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect } from 'vitest'

import { type StaffStorage, storageLimitMachine } from '../../../../machines/staff/requests/storage-limit.machine'
import { StorageLimitPanel } from '../../../../src/staff/requests/storage-limit-panel'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const storage: StaffStorage = { used_bytes: 1_610_612_736, limit_bytes: 2_147_483_648, least_gb: 2, most_gb: 64 }

const button = (name: string) => screen.getByRole('button', { name })
const field = () => screen.getByRole('textbox', { name: 'New limit in GB, from 2 to 64' })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

const storageLimit: Surface<typeof storageLimitMachine> = {
  situations: { 'a member of staff': { input: { requestId: 'r1' } } },
  events: {
    'limit.begun': [{}],
    'limit.left': [{}],
    'limit.hidden': [{}],
    'limit.typed': ({ context }) => (context.text === '' ? [{ text: '20' }, { text: '1' }] : []),
    'limit.saved': [{ storage }],
  },
  done: { send: [undefined] },
  failed: { send: [failure('The storage limit was changed to 8 GB in the meantime.')] },
  mount: ({ machine }) => {
    renderWorkspace(<StorageLimitPanel requestId="r1" storage={storage} onAnswered={() => {}} />, {
      ...machinesOver({}),
      storageLimit: machine,
    })
  },
  states: {
    closed: () => {
      expect(button('Change the storage limit')).toBeVisible()
    },
    typing: (_, { context }) => {
      expect(field()).toHaveValue(context.text)
      expect(field()).toHaveAccessibleDescription(/The project uses 1.5 GB of 2 GB/)
      expect(field()).toHaveProperty('ariaInvalid', context.mistake === null ? null : 'true')
      expect(screen.queryAllByText(/^Enter a whole number/).map(({ textContent }) => textContent)).toEqual(
        context.mistake === null ? [] : ['Enter a whole number from 2 to 64.'],
      )
      expect(alerts()).toEqual(context.failure === null ? [] : [`${context.failure}Your entry is kept.`])
    },
    saving: (_, { context }) => {
      expect(field()).toHaveValue(context.text)
      expect(field()).toHaveAttribute('readonly')
      expect(button('Save the limit')).toHaveAttribute('aria-disabled', 'true')
      expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
      expect(alerts()).toEqual([])
    },
  },
  perform: {
    'limit.begun': (_, { user }) => user.click(button('Change the storage limit')),
    'limit.left': (_, { user }) => user.click(button('Discard')),
    'limit.hidden': (_, { user }) => user.keyboard('{Escape}'),
    'limit.typed': async ({ text }) => {
      fireEvent.change(field(), { target: { value: text } })
    },
    'limit.saved': (_, { user }) => user.click(button('Save the limit')),
  },
}

testSurface('Storage limit', storageLimitMachine, storageLimit)
