import { Input } from '@chakra-ui/react/input'
import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useMemo, useState } from 'react'

import { findComponents } from '../../../../machines/previews/board/board-components'
import type { BoardSelectionActor } from '../../../../machines/previews/board/board-selection.machine'
import type { BoardFacts } from '../../../../machines/previews/board/board-view.machine'
import { boardListStyle } from './board-list-style'
import { PanelList } from './panel-list'

import '../../../ui/theme/form-recipes'

const maxListed = 50

/** Searches the components by reference and value. Clicking one shows it on the board. */
export function BoardComponents({ selection, facts }: { selection: BoardSelectionActor; facts: BoardFacts }) {
  const id = useId()
  const [query, setQuery] = useState('')
  const { references, values } = facts.components
  const found = useMemo(() => findComponents(facts.components, query, maxListed), [facts, query])
  if (references.length === 0) return null
  return (
    <chakra.section css={boardListStyle} aria-label="Components">
      <label htmlFor={id}>Find component</label>
      <Input
        id={id}
        size="sm"
        type="search"
        placeholder="U1, 100n"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <chakra.p role="status" textStyle="sm" color="fg.muted">
        {query.trim() === ''
          ? 'By reference or value'
          : found.length === 0
            ? 'No reference or value contains this text'
            : `${found.length}${found.length === maxListed ? ' or more' : ''} found`}
      </chakra.p>
      <PanelList isPartial={found.length === maxListed}>
        {found.map((index) => (
          <li key={index}>
            <button
              type="button"
              onClick={() => selection.send({ type: 'part.queried', query: { about: 'component', index } })}
            >
              {references[index]}
              <span className="detail">{values[index]}</span>
            </button>
          </li>
        ))}
      </PanelList>
    </chakra.section>
  )
}
