import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'

import type { BoardPart, BoardQuery } from '../../../../machines/previews/board/board-part'
import * as selected from '../../../../machines/previews/board/board-selection.machine'
import { lengthsOf } from '../../../../machines/previews/board/net-facts'
import * as netFacts from '../../../../machines/previews/board/net-facts.machine'
import { boardListStyle } from './board-list-style'
import { PanelList } from './panel-list'

type BoardSelectionProps = {
  actor: selected.BoardSelectionActor
  lengths: netFacts.NetFactsActor
  /** Returns the actions that are offered for the selected net; null if none are offered. */
  actionFor: ((net: string) => ReactNode) | null
}

/** The selected part of the board. What it is connected to is listed and can be selected in turn. */
export function BoardSelection({ actor, lengths, actionFor }: BoardSelectionProps) {
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
          {net !== null && actionFor?.(net)}
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

const count = (value: number, one: string) => `${value.toLocaleString('en-US')} ${one}${value === 1 ? '' : 's'}`
const valued = (value: string) => (value === '' ? '' : `, ${value}`)

/** The name of a component. In some files, components have no reference. */
const componentName = (reference: string) => reference || 'Component without a reference'

function titleOf(part: BoardPart): string {
  switch (part.kind) {
    case 'component':
      return `${componentName(part.reference)}${valued(part.value)}: ${part.side}, ${count(part.pinCount, 'pin')}`
    case 'net':
      return `Net ${part.name}: ${count(part.pinCount, 'pin')}`
    case 'pad':
      return part.pin
        ? `Pin ${part.pin.pin} of ${part.pin.reference || 'a component without a reference'}${valued(part.value)}: ${part.net ?? 'not connected'}`
        : `Pad: ${part.net ?? 'not connected'}`
    default:
      return `${copperNames[part.kind]}${part.kind === 'via' ? '' : ` on ${part.layer}`}: ${part.net ?? 'not connected'}`
  }
}

const copperNames = { via: 'Via', track: 'Track', zone: 'Zone' }

type LeadsProps = { part: BoardPart; onQuery: (query: BoardQuery) => void }

/** What the selected part is connected to, as buttons that select it. */
function Leads({ part, onQuery }: LeadsProps) {
  const toNet = (name: string) => onQuery({ about: 'net', name })
  const toComponent = (index: number) => onQuery({ about: 'component', index })
  switch (part.kind) {
    case 'component':
      return (
        <>
          <LeadList label="Nets of the component" one="net" omitted={part.netCount - part.nets.length}>
            {part.nets.map((net) => (
              <Lead key={net.name} name={net.name} detail={count(net.pins, 'pin')} onClick={() => toNet(net.name)} />
            ))}
          </LeadList>
          <LeadList label="Pins of the component" one="pin" omitted={part.pinCount - part.pins.length}>
            {part.pins.map(({ component, pin, net }) => (
              <Lead
                key={pin}
                name={pin}
                detail={net ?? 'not connected'}
                onClick={() => onQuery({ about: 'pin', component, pin })}
              />
            ))}
          </LeadList>
        </>
      )
    case 'net':
      return (
        <LeadList label="Components of the net" one="component" omitted={part.componentCount - part.components.length}>
          {part.components.map(({ component, reference, pins }) => (
            <Lead
              key={component}
              name={componentName(reference)}
              detail={pinsText(pins)}
              onClick={() => toComponent(component)}
            />
          ))}
        </LeadList>
      )
    default: {
      const { net } = part
      const pin = part.kind === 'pad' ? part.pin : null
      return (
        <ul>
          {pin && (
            <Lead name={componentName(pin.reference)} detail="component" onClick={() => toComponent(pin.component)} />
          )}
          {net !== null && <Lead name={net} detail="net" onClick={() => toNet(net)} />}
        </ul>
      )
    }
  }
}

type LeadListProps = { label: string; one: string; omitted: number; children: ReactNode[] }

/** A list with a visible label. `one` names an item, and `omitted` is the number of items that are not listed. */
function LeadList({ label, one, omitted, children }: LeadListProps) {
  const id = useId()
  if (children.length === 0) return null
  return (
    <div>
      <chakra.p id={id} textStyle="sm" color="fg.muted">
        {label}
      </chakra.p>
      <PanelList labelledBy={id} isPartial={omitted > 0}>
        {children}
      </PanelList>
      {omitted > 0 && (
        <chakra.p textStyle="sm" color="fg.muted">
          and {count(omitted, `more ${one}`)}
        </chakra.p>
      )}
    </div>
  )
}

/** A button that selects a net, a component or a pin. */
const Lead = ({ name, detail, onClick }: { name: string; detail: string; onClick: () => void }) => (
  <li>
    <button type="button" onClick={onClick}>
      {name}
      <span className="detail">{detail}</span>
    </button>
  </li>
)

/** The maximum number of pins listed next to a component. */
const mostNamedPins = 3

function pinsText(pins: string[]): string {
  if (pins.length > mostNamedPins) return count(pins.length, 'pin')
  return `${pins.length === 1 ? 'pin' : 'pins'} ${pins.join(', ')}`
}
