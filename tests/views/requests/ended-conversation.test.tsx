// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fromCallback } from 'xstate'

import { Conversation } from '../../../src/workspace/requests/conversation'
import { requestMessage } from '../../model/requests/message-samples'
import { filePlace } from '../workspace/sample-file-place'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

test.each([
  ['is being worked on', true],
  ['was delivered or canceled', false],
])('an open question of a request that %s', async (_, canWait) => {
  const question = requestMessage({ kind: 'question', text: 'Which pair is the clock?' })
  const machines = machinesOver({ listMessages: async () => ({ messages: [question], next: null }) })
  renderWorkspace(<Conversation requestId="r1" side="customer" canWait={canWait} files={null} place={filePlace()} />, {
    ...machines,
    conversation: machines.conversation.provide({ actors: { followMessages: fromCallback(() => {}) } }),
  })
  expect(await screen.findByText(question.text)).toBeVisible()
  expect(screen.queryByText('Question, waiting for you') !== null).toBe(canWait)
  expect(screen.queryByRole('button', { name: 'Answer' }) !== null).toBe(canWait)
  // Messages about the request can still be written.
  expect(screen.getByRole('textbox', { name: 'Your message' })).toBeEnabled()
})
