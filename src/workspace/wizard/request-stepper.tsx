import { chakra } from '@chakra-ui/react/styled-system'
import { mdiCheck } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'

import type { Step } from '../../../machines/wizard/request-context'
import { placeOf, restoredOf, type SimulationRequestActor } from '../../../machines/wizard/request-selectors'
import { focusIfLost } from '../../ui/focus-if-lost'
import { Icon } from '../../ui/icon'
import { Steps } from '../../ui/steps'

const names = ['Files', 'Signal integrity', 'Power integrity', 'Summary']

/** Shows which of the four steps is the current one, and leads back to earlier ones. */
export const RequestStepper = ({ step, onStep }: { step: number; onStep: ((step: Step) => void) | null }) => (
  <chakra.div px="6" pb="3">
    <Steps
      label="Steps"
      narrow="marks"
      steps={names.map((name, index) => ({
        name,
        mark: index + 1 < step ? <Icon path={mdiCheck} size="16px" /> : index + 1,
        isReached: index < step,
        isCurrent: index + 1 === step,
        ...(onStep && index + 1 < step && { onChosen: () => onStep((index + 1) as Step) }),
      }))}
    />
  </chakra.div>
)

/**
 * The title of a step. It receives the focus when the step changes, unless the user is taken to a specific field, and
 * when the notice of a restored draft is closed.
 */
export function StepHeading({ actor, step }: { actor: SimulationRequestActor; step: number }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  const isLed = useSelector(actor, placeOf) !== null
  useEffect(() => {
    if (shown.current !== step && !isLed) heading.current?.focus()
    shown.current = step
  }, [step, isLed])
  const isRestored = useSelector(actor, restoredOf) !== null
  const wasRestored = useRef(isRestored)
  useEffect(() => {
    if (wasRestored.current && !isRestored) focusIfLost(heading.current)
    wasRestored.current = isRestored
  }, [isRestored])

  const name = `Step ${step} of ${names.length}: ${names[step - 1] ?? ''}`
  return (
    <>
      <chakra.h3 ref={heading} tabIndex={-1} textStyle="lg" fontWeight="semibold" outline="none">
        {name}
      </chakra.h3>
      <chakra.span srOnly aria-live="polite">
        {isLed ? '' : name}
      </chakra.span>
    </>
  )
}
