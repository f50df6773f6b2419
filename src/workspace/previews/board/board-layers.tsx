import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import * as board from '../../../../machines/previews/board/board-view.machine'
import { keptColors } from '../../../ui/theme/accessibility-styles'

const layerStyle: SystemStyleObject = {
  display: 'grid',
  gap: '1',
  textStyle: 'sm',
  '& legend': { fontWeight: 'medium', mb: '1' },
  '& > div': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '2' },
  '& label': {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minH: '6',
    minW: '0',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
  },
  '& .swatch': { ...keptColors, w: '4', h: '4', borderRadius: '3px', flexShrink: '0' },
  '& input': { w: '4', h: '4', accentColor: 'var(--chakra-colors-primary-solid)' },
}

type BoardLayersProps = { actor: board.BoardViewActor; title: string; facts: board.BoardFacts; colors: string[] }

/** The layers of a drawing: each can be hidden, or shown alone. */
export function BoardLayers({ actor, title, facts, colors }: BoardLayersProps) {
  const hidden = useSelector(actor, board.hiddenOf)
  return (
    <chakra.fieldset css={layerStyle}>
      <legend>{title}</legend>
      {facts.copper.map(({ name, userName }, layer) => (
        <div key={name}>
          <label>
            <input
              type="checkbox"
              checked={!hidden.includes(layer)}
              onChange={() => actor.send({ type: 'layer.toggled', layer })}
            />
            <span className="swatch" style={{ background: colors[layer] }} aria-hidden />
            {name}
            {userName && ` (${userName})`}
          </label>
          <Button
            size="2xs"
            variant="outline"
            aria-label={`Only ${name}`}
            aria-pressed={board.isOnlyLayer(hidden, layer, facts.copper.length)}
            onClick={() => actor.send({ type: 'layer.isolated', layer })}
          >
            Only
          </Button>
        </div>
      ))}
      {hidden.length > 0 && (
        <Button size="xs" variant="outline" justifySelf="start" onClick={() => actor.send({ type: 'layers.shown' })}>
          Show all layers
        </Button>
      )}
    </chakra.fieldset>
  )
}
