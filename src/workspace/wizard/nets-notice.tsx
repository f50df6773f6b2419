import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import * as inspection from '../../../machines/wizard/board/file-inspection.machine'
import { ErrorNotice } from '../../ui/notices/notices'

/** Explains where the net names of steps 2 and 3 come from, or why they must be typed. */
export function NetsNotice({ actor }: { actor: inspection.FileInspectionActor }) {
  const facts = useSelector(actor, inspection.factsOf)
  const reading = useSelector(actor, inspection.isReading)
  const failure = useSelector(actor, inspection.readingFailureOf)

  if (failure) {
    return (
      <ErrorNotice
        title={failure}
        text="Until the layout is read, you can type the net names."
        onRetry={() => actor.send({ type: 'inspection.retry' })}
      />
    )
  }
  return (
    <chakra.p role="status" color="fg.muted" textStyle="sm">
      {reading && 'Reading the nets of the layout...'}
      {facts?.unreadable}
      {facts && !facts.unreadable && `${netCount(facts.nets.nets.length)} read from the layout (${facts.format}).`}
    </chakra.p>
  )
}

const netCount = (nets: number) => `${nets.toLocaleString('en-US')} ${nets === 1 ? 'net' : 'nets'}`
