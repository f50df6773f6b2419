// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { useActorRef, useSelector } from '@xstate/react'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'
import { setup } from 'xstate'

import { fromCall } from '../../../src/workspace/lib/from-call'

test('a call that is aborted because React mounts its view twice does not fail the second one', async () => {
  const answers: (() => void)[] = []
  const load = fromCall<void>(
    ({ signal }) =>
      new Promise((resolve, reject) => {
        // As `fetch` does.
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        answers.push(resolve)
      }),
  )
  const machine = setup({ actors: { load } }).createMachine({
    initial: 'loading',
    states: { loading: { invoke: { src: 'load', onDone: 'loaded', onError: 'failed' } }, loaded: {}, failed: {} },
  })
  const View = () => <p role="status">{useSelector(useActorRef(machine), ({ value }) => value)}</p>
  await act(async () =>
    render(
      <StrictMode>
        <View />
      </StrictMode>,
    ),
  )
  expect(answers).toHaveLength(2)
  expect(screen.getByRole('status')).toHaveTextContent('loading')
  await act(async () => answers[1]?.())
  expect(screen.getByRole('status')).toHaveTextContent('loaded')
})
