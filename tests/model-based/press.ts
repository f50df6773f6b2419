import { screen } from '@testing-library/react'
import type { AnyStateMachine, EventFromLogic } from 'xstate'

import type { Stage } from './surface'
import { isUsable } from './usable'

/** Presses a button. The event of a press can also arrive when the view is about to disable or remove the button. */
export async function press<M extends AnyStateMachine>(
  name: string,
  event: EventFromLogic<NoInfer<M>>,
  { user, send }: Stage<M>,
) {
  const button = screen.queryByRole('button', { name })
  if (button && isUsable(button)) await user.click(button)
  else send(event)
}
