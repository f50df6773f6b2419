import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { mdiFitToScreenOutline, mdiMagnifyMinusOutline, mdiMagnifyPlusOutline } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'

import * as board from '../../../../machines/previews/board-view.machine'
import { Icon } from '../../../ui/icon'
import { PageSpinner } from '../../../ui/page-spinner'
import { keptColors } from '../../../ui/theme/accessibility-styles'
import { FactsPanel } from '../facts-panel'
import { BoardCanvas } from './board-canvas'
import { boardColors } from './board-colors'
import { BoardNets } from './board-nets'
import { openBoard } from './board-worker-client'
import { useIsDark } from '../network/curve-colors'
import { StackupView } from '../stackup/stackup-view'

type BoardViewProps = {
  name: string
  content: Blob
  /** Names of the nets to highlight initially. The user can highlight others. */
  highlighted: string[]
  onUnreadable: (reason: string) => void
}

/**
 * Canvas and panel are side by side if the container is wide enough, which may be the dialog or a part of the wizard.
 */
const layout: SystemStyleObject = {
  flex: '1',
  minH: '0',
  containerType: 'inline-size',
  overflow: 'auto',
  '& > div': {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: 'minmax(280px, 50vh) auto',
    '@container (min-width: 768px)': {
      h: 'full',
      gridTemplateColumns: 'minmax(0, 1fr) 280px',
      gridTemplateRows: 'minmax(0, 1fr)',
      overflow: 'hidden',
    },
  },
}

/** A board: its copper by layer and a searchable list of its nets. */
export function BoardView({ name, content, highlighted, onUnreadable }: BoardViewProps) {
  const [session] = useState(() => openBoard(name, content))
  useEffect(() => session.close, [session])
  const actor = useActorRef(session.machine, { input: { highlighted } })
  const facts = useSelector(actor, board.factsOf)
  const unreadable = useSelector(actor, board.unreadableOf)
  const [isCut, setIsCut] = useState(false)
  const wanted = highlighted.join('\n')

  const tellUnreadable = useEffectEvent(onUnreadable)
  useEffect(() => {
    if (unreadable) tellUnreadable(unreadable)
  }, [unreadable])
  useEffect(() => {
    actor.send({ type: 'nets.highlighted', names: wanted === '' ? [] : wanted.split('\n') })
  }, [actor, wanted])

  if (!facts) return <PageSpinner text="Reading the board..." />
  const toStackup = facts.stackup && facts.stackup.layers.length > 0 && (
    <Button size="sm" variant="outline" onClick={() => setIsCut(!isCut)}>
      {isCut ? 'Show board' : 'Show stackup'}
    </Button>
  )
  if (isCut && facts.stackup) {
    return (
      <>
        <chakra.div mb="3">{toStackup}</chakra.div>
        <StackupView stackup={facts.stackup} format={`Stackup of the ${facts.format}`} />
      </>
    )
  }
  return (
    <chakra.div css={layout}>
      <div>
        <chakra.div minW="0" minH="0" display="flex" flexDirection="column" gap="2">
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            <ZoomButtons actor={actor} />
            {toStackup}
          </chakra.div>
          {facts.remarks.length > 0 && (
            <chakra.div role="status" textStyle="sm" color="fg.muted" maxH="16" overflow="auto" tabIndex={0}>
              {facts.remarks.map((remark) => (
                <p key={remark}>{remark}</p>
              ))}
            </chakra.div>
          )}
          <BoardCanvas actor={actor} session={session} facts={facts} label={`Board ${name}`} />
        </chakra.div>
        <FactsPanel label="Layers and nets" facts={factsText(facts)}>
          <Layers actor={actor} facts={facts} />
          <BoardNets actor={actor} facts={facts} />
        </FactsPanel>
      </div>
    </chakra.div>
  )
}

const count = (value: number, what: string) => `${value.toLocaleString('en-US')} ${what}`

function factsText({ copper, size, counts, nets }: board.BoardFacts): string {
  const mm = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })
  return [
    size ? `${mm(size.width)} × ${mm(size.height)} mm` : 'No outline',
    count(copper.length, copper.length === 1 ? 'copper layer' : 'copper layers'),
    ...[count(counts.tracks, 'tracks'), count(counts.vias, 'vias'), count(counts.pads, 'pads')],
    ...[count(counts.footprints, 'footprints'), count(nets.length, 'nets')],
  ].join(' · ')
}

function ZoomButtons({ actor }: { actor: board.BoardViewActor }) {
  const zoom = (factor: number) => actor.send({ type: 'view.zoomed', factor, at: { x: 0, y: 0 } })
  return (
    <chakra.div role="group" aria-label="Zoom" display="flex" gap="2">
      <Button size="sm" variant="outline" aria-label="Zoom out" onClick={() => zoom(1 / 1.4)}>
        <Icon path={mdiMagnifyMinusOutline} />
      </Button>
      <Button size="sm" variant="outline" aria-label="Zoom in" onClick={() => zoom(1.4)}>
        <Icon path={mdiMagnifyPlusOutline} />
      </Button>
      <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'view.fitted' })}>
        <Icon path={mdiFitToScreenOutline} />
        Fit
      </Button>
    </chakra.div>
  )
}

const layerStyle: SystemStyleObject = {
  display: 'grid',
  gap: '1',
  textStyle: 'sm',
  '& legend': { fontWeight: 'medium', mb: '1' },
  '& label': { display: 'flex', alignItems: 'center', gap: '2', minH: '6', cursor: 'pointer' },
  '& .swatch': { ...keptColors, w: '4', h: '4', borderRadius: '3px', flexShrink: '0' },
  '& input': { w: '4', h: '4', accentColor: 'var(--chakra-colors-primary-solid)' },
}

function Layers({ actor, facts }: { actor: board.BoardViewActor; facts: board.BoardFacts }) {
  const hidden = useSelector(actor, board.hiddenOf)
  const colors = boardColors(facts.copper.length, useIsDark()).layers
  return (
    <chakra.fieldset css={layerStyle}>
      <legend>Copper layers</legend>
      {facts.copper.map(({ name, userName }, layer) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={!hidden.includes(layer)}
            onChange={() => actor.send({ type: 'layer.toggled', layer })}
          />
          <span className="swatch" style={{ background: colors[layer] }} aria-hidden />
          {name}
          {userName && ` (${userName})`}
        </label>
      ))}
      {hidden.length > 0 && (
        <Button size="xs" variant="outline" justifySelf="start" onClick={() => actor.send({ type: 'layers.shown' })}>
          Show all layers
        </Button>
      )}
    </chakra.fieldset>
  )
}
