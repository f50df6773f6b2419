import { Button } from '@chakra-ui/react/button'
import { mdiAlertOutline } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { createContext, useContext, useEffect, useMemo } from 'react'

import { proposalsOf } from '../../../../machines/wizard/board/file-inspection.machine'
import { factsFailureOf, type NetFactsActor, netFactsOf } from '../../../../machines/previews/board/net-facts.machine'
import { rowFactsList, rowFactsOf } from '../../../../machines/wizard/rows/row-facts'
import { Icon } from '../../../ui/icon'
import { LayoutNetsContext } from '../layout/layout-nets'

/** Provides the facts of the board's nets. Null if the layout is not a board. */
export const NetFactsContext = createContext<NetFactsActor | null>(null)

/** The lengths, skews, layers and impedances of a row's nets. They are calculated once a row with nets is shown. */
export function RowFacts({ nets }: { nets: string[] }) {
  const actor = useContext(NetFactsContext)
  return actor && nets.length > 0 ? <KnownFacts actor={actor} nets={nets} /> : null
}

function KnownFacts({ actor, nets }: { actor: NetFactsActor; nets: string[] }) {
  const found = useSelector(actor, netFactsOf)
  const failure = useSelector(actor, factsFailureOf)
  const facts = useMemo(() => found && rowFactsOf(found, nets), [found, nets])
  useEffect(() => actor.send({ type: 'facts.requested' }), [actor])

  if (failure) {
    return (
      <p className="facts">
        Length and skew are not available: {failure}{' '}
        <Button size="2xs" variant="outline" onClick={() => actor.send({ type: 'facts.retry' })}>
          Retry
        </Button>
      </p>
    )
  }
  if (!found) return <p className="facts">Calculating length and skew...</p>
  if (!facts) return null
  return (
    <>
      <dl className="facts">
        {rowFactsList(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {facts.outliers.length > 0 && (
        <ul className="outliers" aria-label="Outside the usual budget">
          {facts.outliers.map((outlier) => (
            <li key={outlier}>
              <Icon path={mdiAlertOutline} size="16px" />
              {outlier}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The facts about a supply that were found on the board: its loads and capacitors. */
export function RailFacts({ net }: { net: string }) {
  const inspector = useContext(LayoutNetsContext)
  const rail = useSelector(inspector, (snapshot) => proposalsOf(snapshot).rails.find((one) => one.net === net.trim()))
  return rail ? <p className="facts">{rail.reason}</p> : null
}
