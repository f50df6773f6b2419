import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import { gapsOf, gapText, piPrice, siPrice } from '../../machines/workspace/request-rules'
import * as request from '../../machines/workspace/simulation-request.machine'
import { ErrorNotice } from '../ui/notices'
import { price } from './amounts'
import { OrderLines } from './order-lines'

/** Step 4: the whole request once more, before the payment. */
export function SummaryStep({ actor }: { actor: request.SimulationRequestActor }) {
  const draft = useSelector(actor, request.draftOf)
  const prices = useSelector(actor, request.pricesOf)
  const projects = useSelector(actor, request.projectsOf)
  const files = useSelector(actor, request.filesOf)
  const failure = useSelector(actor, request.failureOf)
  const oldTotal = useSelector(actor, request.oldTotalOf)
  const total = useSelector(actor, request.totalOfRequest)

  const fileName = (id: string | null) => files.find((file) => file.id === id)?.name
  const gaps = gapsOf(draft)
  const isEmpty = draft.si.length + draft.pi.length === 0

  return (
    <Stack gap="5">
      {failure && (
        <ErrorNotice
          title={failure}
          text={
            oldTotal === null
              ? 'Nothing was charged, and your request is kept.'
              : `The total was ${price(oldTotal)} and is now ${price(total)}. Press Payment to go on at the new prices.`
          }
        />
      )}
      {(isEmpty || gaps.length > 0) && (
        <chakra.div
          role="status"
          colorPalette="warning"
          bg="colorPalette.subtle"
          borderWidth="1px"
          borderColor="colorPalette.border"
          borderRadius="l3"
          p="4"
        >
          <chakra.p fontWeight="semibold" color="colorPalette.fg">
            {isEmpty ? 'Add at least one row before the payment.' : 'Complete these rows before the payment:'}
          </chakra.p>
          <chakra.ul>
            {gaps.map((gap) => (
              <li key={`${gap.kind}-${gap.rowId}`}>{gapText(gap)}</li>
            ))}
          </chakra.ul>
        </chakra.div>
      )}
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: 'auto 1fr' }}
        columnGap="6"
        rowGap="1"
        css={{ '& dt': { color: 'fg.muted' }, '& dd': { overflowWrap: 'anywhere' } }}
      >
        <dt>Project</dt>
        <dd>{projects.find(({ id }) => id === draft.projectId)?.name}</dd>
        <dt>Layout file</dt>
        <chakra.dd fontFamily="mono">{fileName(draft.layoutFileId)}</chakra.dd>
        <dt>Stackup file</dt>
        <dd>{fileName(draft.stackupFileId) ?? 'None; the default stackup info in the layout file is used.'}</dd>
        <dt>Material file</dt>
        <dd>{fileName(draft.materialFileId) ?? 'None'}</dd>
      </chakra.dl>
      <OrderLines
        si={draft.si.map((row) => ({ ...row, unit_price: siPrice(prices, row) }))}
        pi={draft.pi.map((row) => ({ ...row, unit_price: piPrice(prices, row) }))}
        total={total}
      />
    </Stack>
  )
}
