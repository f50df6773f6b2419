// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'

import { conversationMachine, type MessagePage, type Side } from '../../../../machines/requests/conversation.machine'
import { requestFileSavingMachine } from '../../../../machines/requests/request-file-saving.machine'
import { Conversation } from '../../../../src/workspace/requests/conversation'
import { requestMessage } from '../../../model/requests/message-samples'
import { filePlace } from '../../../views/workspace/sample-file-place'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const channel = { id: 'a1', name: 'channel.s2p', size: 2048, sha256: 'ab' }

const conversation = conversationMachine.provide({
  actors: {
    loadMessages: fromPromise<MessagePage, { requestId: string; side: Side; cursor: string | null }>(async () => ({
      messages: [requestMessage({ attachments: [channel] })],
      next: null,
    })),
    followMessages: fromCallback(() => {}),
    uploadAttachments: fromCallback(() => {}),
  },
})

const button = () => screen.getByRole('button', { name: 'Download channel.s2p' })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

const surface: Surface<typeof requestFileSavingMachine> = {
  situations: { 'a customer': { input: { requestId: 'r1', side: 'customer' } } },
  events: { 'file.requested': [{ file: { id: channel.id, name: channel.name } }] },
  done: { saveFile: [undefined] },
  failed: { saveFile: [failure('It is no longer stored.'), failure()] },
  mount: async ({ machine }) => {
    sessionStorage.clear()
    renderWorkspace(
      <Conversation
        requestId="r1"
        side="customer"
        canWait
        files={{ files: [], projectId: 'p1', connection: null }}
        place={filePlace()}
      />,
      { ...machinesOver({}), conversation, requestFileSaving: machine },
    )
    await screen.findByRole('button', { name: 'Download channel.s2p' })
  },
  states: {
    resting: (_, { context }) => {
      expect(button()).toHaveAttribute('aria-disabled', 'false')
      expect(alerts()).toEqual(context.failure === null ? [] : [context.failure])
    },
    saving: (_, { context }) => {
      expect(context.file).toEqual({ id: channel.id, name: channel.name })
      expect(button()).toHaveAttribute('aria-busy', 'true')
      expect(alerts()).toEqual([])
    },
  },
  perform: { 'file.requested': (_, { user }) => user.click(button()) },
}

testSurface('Request file saving', requestFileSavingMachine, surface)
