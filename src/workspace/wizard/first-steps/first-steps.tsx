import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'

import { BusyButton } from '../../../ui/busy-button'
import type { Project } from '../../../../machines/projects/project-list'
import { isOpeningSample, pricesOf, sampleFailureOf } from '../../../../machines/wizard/first-steps.machine'
import { price } from '../../../ui/amounts'
import { ErrorNotice } from '../../../ui/notices/notices'
import { useFirstStepsMachines } from './first-steps-machines'
import { BoardStep, EyeStep, ReportStep } from './step-drawings'

type FirstStepsProps = { onOpening: () => void; onOpened: (sample: Project) => void; onFailed: () => void }

/** Shows a user without projects the steps from a board to a report, and offers a sample project. */
export function FirstSteps({ onOpening, onOpened, onFailed }: FirstStepsProps) {
  const machine = useFirstStepsMachines().firstSteps.provide({
    actions: { tellOpening: onOpening, tellOpened: (_, sample) => onOpened(sample), tellFailed: onFailed },
  })
  const actor = useActorRef(machine)
  const prices = useSelector(actor, pricesOf)
  const opening = useSelector(actor, isOpeningSample)
  const failure = useSelector(actor, sampleFailureOf)
  return (
    <Container aria-label="First steps">
      <ol>
        <li>
          <BoardStep />
          <h2>Upload your board</h2>
          <p>Create a project and drop the layout into it. The board is drawn immediately, and its nets are listed.</p>
        </li>
        <li>
          <EyeStep />
          <h2>Choose what to simulate</h2>
          <p>Each interface and each supply has a fixed price:</p>
          <dl aria-busy={prices === null}>
            {[...(prices?.si ?? []), ...(prices?.pi ?? [])].map(({ name, unit_price: unitPrice }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{price(unitPrice)}</dd>
              </div>
            ))}
          </dl>
        </li>
        <li>
          <ReportStep />
          <h2>Pay and get the report</h2>
          <p>You see the total before you pay. The report appears in the project’s Reports folder.</p>
        </li>
      </ol>
      {failure && <ErrorNotice title={failure} text="Please try again." />}
      <div className="sample">
        <p>Want to look around first? The sample project has a four-layer camera board and its stackup.</p>
        <BusyButton
          variant="outline"
          busy={opening}
          busyText="Opening..."
          onClick={() => actor.send({ type: 'sample.requested' })}
        >
          Open the sample project
        </BusyButton>
      </div>
    </Container>
  )
}

const Container = chakra('section', {
  base: {
    display: 'grid',
    gap: '6',
    mt: '8',
    '& ol': {
      display: 'grid',
      gap: '5',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
    },
    '& li': {
      display: 'flex',
      flexDirection: 'column',
      gap: '2',
      p: '5',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderRadius: 'l3',
    },
    '& h2': { mt: '2', textStyle: 'md', fontWeight: 'semibold' },
    '& p': { textStyle: 'sm', color: 'fg.muted' },
    // The height of the usual four prices, so that nothing moves when they arrive.
    '& dl': { minH: '24', textStyle: 'sm' },
    '& dl > div': { display: 'flex', justifyContent: 'space-between', minH: '6' },
    '& dt': { fontFamily: 'mono' },
    '& dd': { textStyle: 'figures' },
    '& .sample': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '4',
      p: '5',
      borderWidth: '1px',
      borderRadius: 'l3',
      bg: 'bg.subtle',
    },
  },
})
