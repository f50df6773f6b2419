import { Button } from '@chakra-ui/react/button'
import { Input } from '@chakra-ui/react/input'
import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { useId, useMemo, useState } from 'react'

import type { BoardExportActor } from '../../../../machines/previews/board/board-export.machine'
import type { BoardSelectionActor } from '../../../../machines/previews/board/board-selection.machine'
import * as board from '../../../../machines/previews/board/board-view.machine'
import { NetSearch } from '../../../formats/nets/net-search'
import { ExportButton } from './board-export'
import { boardListStyle } from './board-list-style'
import { PanelList } from './panel-list'

import '../../../ui/theme/form-recipes'

const maxListed = 50

type BoardNetsProps = {
  actor: board.BoardViewActor
  selection: BoardSelectionActor
  saving: BoardExportActor
  facts: board.BoardFacts
}

/**
 * A searchable list of the nets, which can be saved as CSV. A click on a net highlights it and shows it on the board. A
 * second click removes the highlight, unless a row of a request contains the net.
 */
export function BoardNets({ actor, selection, saving, facts }: BoardNetsProps) {
  const id = useId()
  const [query, setQuery] = useState('')
  const names = useSelector(actor, board.highlightedOf)
  // Skip names that are not nets of the board. The rows of a request can contain such names, for example "N/A".
  const highlighted = useMemo(
    () => names.flatMap((name) => facts.nets.find((net) => net.name === name) ?? []),
    [names, facts],
  )
  const search = useMemo(() => new NetSearch(facts.nets.filter(({ name }) => name !== '')), [facts])
  const found = search.find(query, maxListed)
  const shown = [...highlighted, ...found].filter(
    (net, index, all) => all.findIndex((one) => one.name === net.name) === index,
  )

  return (
    <chakra.section css={boardListStyle} aria-label="Nets">
      <label htmlFor={id}>Find net</label>
      <Input
        id={id}
        size="sm"
        type="search"
        placeholder="CLK, +3V3"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <chakra.p role="status" textStyle="sm" color="fg.muted">
        {highlighted.length > 0
          ? `${highlighted.length} highlighted`
          : query && found.length === 0
            ? 'No net name contains this text'
            : 'Click a net to highlight it'}
        {found.length === maxListed && `. Only the first ${maxListed} nets are listed.`}
      </chakra.p>
      <PanelList isPartial={found.length === maxListed}>
        {shown.map((net) => (
          <li key={net.name}>
            <button
              type="button"
              aria-pressed={highlighted.some(({ name }) => name === net.name)}
              onClick={() => selection.send({ type: 'net.chosen', name: net.name })}
            >
              {net.name}
              <span className="detail" style={{ whiteSpace: 'nowrap' }}>
                {net.pins} {net.pins === 1 ? 'pin' : 'pins'}
              </span>
            </button>
          </li>
        ))}
      </PanelList>
      {highlighted.length > 0 && (
        <Button size="xs" variant="outline" onClick={() => selection.send({ type: 'highlights.cleared' })}>
          Clear highlights
        </Button>
      )}
      <ExportButton actor={saving} wanted="csv" name="Save nets as CSV" text="Save nets as CSV" />
    </chakra.section>
  )
}
