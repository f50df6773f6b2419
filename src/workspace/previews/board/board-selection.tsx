import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import type { BoardPart, BoardPin, BoardQuery, PickedNet } from '../../../../machines/previews/board/board-part'
import * as selected from '../../../../machines/previews/board/board-selection.machine'
import { lengthsOf } from '../../../../machines/previews/board/net-facts'
import * as netFacts from '../../../../machines/previews/board/net-facts.machine'
import { boardListStyle } from './board-list-style'

type BoardSelectionProps = {
  actor: selected.BoardSelectionActor
  lengths: netFacts.NetFactsActor
  /** The action for the selected net; null if there is none. */
  picking: { text: string; onPick: (net: PickedNet) => void } | null
}

/** The selected part of the board. Its component, net and pins are listed and can be selected in turn. */
export function BoardSelection({ actor, lengths, picking }: BoardSelectionProps) {
  const part = useSelector(actor, selected.partOf)
  const failure = useSelector(actor, selected.selectionFailureOf)
  const net = useSelector(actor, selected.selectedNetOf)
  const query = (wanted: BoardQuery) => actor.send({ type: 'part.queried', query: wanted })
  return (
    <chakra.section css={boardListStyle} aria-label="Selection">
      <chakra.p
        role="status"
        textStyle="sm"
        color={failure ? 'error.fg' : part ? 'fg' : 'fg.muted'}
        overflowWrap="anywhere"
      >
        {failure ?? (part ? titleOf(part) : 'Click a part to see its details here')}
      </chakra.p>
      {part && (
        <>
          {net !== null && <NetLengths actor={lengths} net={net} />}
          <Leads part={part} onQuery={query} />
          {picking && net !== null && (
            <Button
              size="xs"
              variant="outline"
              justifySelf="start"
              onClick={() => picking.onPick({ name: net, isZone: false })}
            >
              {picking.text}
            </Button>
          )}
          <Button
            size="xs"
            variant="outline"
            justifySelf="start"
            onClick={() => actor.send({ type: 'selection.cleared' })}
          >
            Clear selection
          </Button>
        </>
      )}
    </chakra.section>
  )
}

/** The length of the selected net and the skew of its pair, which are calculated on request. */
function NetLengths({ actor, net }: { actor: netFacts.NetFactsActor; net: string }) {
  const found = useSelector(actor, netFacts.netFactsOf)
  const failure = useSelector(actor, netFacts.factsFailureOf)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  if (failure) {
    return (
      <chakra.p textStyle="sm" color="error.fg">
        {failure}{' '}
        <Button size="2xs" variant="outline" onClick={() => actor.send({ type: 'facts.retry' })}>
          Retry
        </Button>
      </chakra.p>
    )
  }
  if (!found) {
    return (
      <Button
        size="xs"
        variant="outline"
        justifySelf="start"
        disabled={isBusy}
        onClick={() => actor.send({ type: 'facts.requested' })}
      >
        {isBusy ? 'Calculating...' : 'Calculate length and skew'}
      </Button>
    )
  }
  const lengths = lengthsOf(found, net)
  return (
    <chakra.dl css={lengthStyle}>
      {lengths.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {lengths.length === 0 && (
        <div>
          <dt>Length</dt>
          <dd>no tracks</dd>
        </div>
      )}
    </chakra.dl>
  )
}

const lengthStyle: SystemStyleObject = {
  textStyle: 'sm',
  '& > div': { display: 'flex', justifyContent: 'space-between', columnGap: '3', px: '2' },
  '& dt': { color: 'fg.muted', overflowWrap: 'anywhere' },
  '& dd': { textStyle: 'figures', whiteSpace: 'nowrap' },
}

const pins = (count: number, more = '') => `${count.toLocaleString('en-US')} ${more}${count === 1 ? 'pin' : 'pins'}`
const valued = (value: string) => (value === '' ? '' : `, ${value}`)

function titleOf(part: BoardPart): string {
  switch (part.kind) {
    case 'component':
      return `${part.reference || 'Component without a reference'}${valued(part.value)}: ${part.side}, ${pins(part.pinCount)}`
    case 'net':
      return `Net ${part.name}: ${pins(part.pinCount)}`
    case 'pad':
      return part.pin
        ? `Pin ${part.pin.pin} of ${part.pin.reference}${valued(part.value)}: ${part.net ?? 'not connected'}`
        : `Pad: ${part.net ?? 'not connected'}`
    default:
      return `${copperNames[part.kind]}${part.kind === 'via' ? '' : ` on ${part.layer}`}: ${part.net ?? 'not connected'}`
  }
}

const copperNames = { via: 'Via', track: 'Track', zone: 'Zone' }

type LeadsProps = { part: BoardPart; onQuery: (query: BoardQuery) => void }

function Leads({ part, onQuery }: LeadsProps) {
  const toNet = (name: string) => onQuery({ about: 'net', name })
  if (part.kind === 'component' || part.kind === 'net') {
    const isNet = part.kind === 'net'
    const toPin = ({ component, net }: BoardPin) => {
      if (isNet) onQuery({ about: 'component', index: component })
      else if (net !== null) toNet(net)
    }
    return (
      <>
        <ul aria-label={isNet ? 'Pins of the net' : 'Pins of the component'}>
          {part.pins.map((pin) => (
            <li key={`${pin.component} ${pin.pin}`}>
              <button type="button" disabled={!isNet && pin.net === null} onClick={() => toPin(pin)}>
                {isNet ? `${pin.reference}.${pin.pin}` : pin.pin}
                <span className="detail">{isNet ? '' : (pin.net ?? 'not connected')}</span>
              </button>
            </li>
          ))}
        </ul>
        {part.pinCount > part.pins.length && (
          <chakra.p textStyle="sm" color="fg.muted">
            {`and ${pins(part.pinCount - part.pins.length, 'more ')}`}
          </chakra.p>
        )}
      </>
    )
  }
  const component = part.kind === 'pad' ? part.pin : null
  const { net } = part
  return (
    <ul>
      {component && (
        <li>
          <button type="button" onClick={() => onQuery({ about: 'component', index: component.component })}>
            {component.reference}
            <span className="detail">component</span>
          </button>
        </li>
      )}
      {net !== null && (
        <li>
          <button type="button" onClick={() => toNet(net)}>
            {net}
            <span className="detail">net</span>
          </button>
        </li>
      )}
    </ul>
  )
}
