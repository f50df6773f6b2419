import { Input } from '@chakra-ui/react/input'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { useId, useMemo } from 'react'

import * as comparison from '../../../../machines/previews/comparison/file-comparison.machine'

import '../../../ui/theme/form-recipes'

const style: SystemStyleObject = {
  display: 'grid',
  gap: '3',
  textStyle: 'sm',
  '& label': { fontWeight: 'medium' },
  '& h3': { fontWeight: 'semibold', mb: '1' },
  '& .muted': { color: 'fg.muted' },
  '& li button': {
    w: 'full',
    minH: '11',
    display: 'grid',
    alignContent: 'center',
    px: '2',
    py: '1',
    textAlign: 'start',
    borderRadius: 'l1',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'inside',
  },
  '& li button[aria-pressed=true]': { bg: 'primary.muted' },
  '& .name': { fontFamily: 'mono', fontSize: '13px', fontWeight: 'medium' },
}

type ComparisonListProps = {
  actor: comparison.FileComparisonActor
  differences: comparison.FileDifferences
}

/** The differences between two boards, by kind. Selecting one shows it on the board. */
export function ComparisonList({ actor, differences }: ComparisonListProps) {
  const id = useId()
  const query = useSelector(actor, comparison.queryOf)
  const chosen = useSelector(actor, comparison.entryIdOf)
  const groups = useMemo(() => comparison.groupsOf(differences, query), [differences, query])
  const count = differences.entries.length
  return (
    <chakra.section css={style} aria-label="List of differences">
      <label htmlFor={id}>Find net or component</label>
      <Input
        id={id}
        size="sm"
        type="search"
        value={query}
        onChange={({ target }) => actor.send({ type: 'query.changed', query: target.value })}
      />
      <p role="status" className="muted">
        {groups.length === 0
          ? 'No difference matches the search.'
          : `${count.toLocaleString('en-US')} ${count === 1 ? 'difference' : 'differences'}`}
      </p>
      {groups.map(({ group, entries, count: all }) => (
        <section key={group} aria-label={group}>
          <h3>{`${group} (${all.toLocaleString('en-US')})`}</h3>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <button
                  type="button"
                  aria-pressed={entry.id === chosen}
                  onClick={() => actor.send({ type: 'entry.chosen', id: entry.id })}
                >
                  <span className="name">{entry.name}</span>
                  <span className="muted">{entry.detail}</span>
                </button>
              </li>
            ))}
          </ul>
          {all > entries.length && (
            <p className="muted">{`The first ${entries.length} are listed. Search for others.`}</p>
          )}
        </section>
      ))}
    </chakra.section>
  )
}
