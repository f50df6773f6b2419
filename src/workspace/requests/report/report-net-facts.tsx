import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'

import * as machine from '../../../../machines/previews/board/net-facts.machine'
import type { NamedNets } from '../../../../machines/requests/request-report.machine'
import { noRowFacts, rowFactsList, rowFactsOf } from '../../../../machines/wizard/rows/row-facts'
import { ErrorNotice } from '../../../ui/notices/notices'
import { PageSpinner } from '../../../ui/page-spinner'

type ReportNetFactsProps = { actor: machine.NetFactsActor; rows: NamedNets[] }

const listStyle: SystemStyleObject = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '6',
  rowGap: '2',
  '& dt': { color: 'fg.muted' },
  '& dd': { textStyle: 'figures', overflowWrap: 'anywhere' },
}

/** The lengths, skews, layers and impedances of the nets of each row, calculated from the board. */
export function ReportNetFacts({ actor, rows }: ReportNetFactsProps) {
  const found = useSelector(actor, machine.netFactsOf)
  const failure = useSelector(actor, machine.factsFailureOf)
  useEffect(() => actor.send({ type: 'facts.requested' }), [actor])
  if (failure) return <ErrorNotice title={failure} onRetry={() => actor.send({ type: 'facts.retry' })} />
  if (!found) return <PageSpinner text="Calculating lengths and skew..." />
  return (
    <chakra.section aria-label="Lengths and skew of the nets" display="grid" gap="4" mt="3" textStyle="sm">
      {rows.map(({ name, nets }) => {
        const facts = rowFactsOf(found, nets)
        return (
          <chakra.div key={name} display="grid" gap="2">
            <chakra.h3 fontWeight="semibold">Nets of {name}</chakra.h3>
            {facts ? (
              <chakra.dl css={listStyle}>
                {rowFactsList(facts).map(([fact, value]) => (
                  <div key={fact}>
                    <dt>{fact}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </chakra.dl>
            ) : (
              <p>{noRowFacts}</p>
            )}
            {facts?.outliers.map((outlier) => (
              <chakra.p key={outlier} color="warning.fg">
                {outlier}
              </chakra.p>
            ))}
          </chakra.div>
        )
      })}
    </chakra.section>
  )
}
