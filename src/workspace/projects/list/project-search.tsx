import { chakra } from '@chakra-ui/react/styled-system'
import { mdiViewList, mdiMagnify, mdiViewGridOutline } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'

import { type ListView, type ListViewActor, viewOf } from '../../../../machines/projects/list-view.machine'
import { type Column, columnOf, columns, type Sort } from '../../../../machines/projects/project-list'
import { Icon } from '../../../ui/icon'

export const columnNames: Record<Column, string> = {
  activity: 'Last activity',
  name: 'Name',
  size: 'Size',
  files: 'Files',
  creator: 'Created by',
  request: 'Newest request',
}

const views: { view: ListView; name: string; icon: string }[] = [
  { view: 'cards', name: 'Cards', icon: mdiViewGridOutline },
  { view: 'table', name: 'Table', icon: mdiViewList },
]

type ProjectSearchProps = {
  listView: ListViewActor
  /** Whether the field gets the focus when it appears. */
  isSearching: boolean
  query: string
  sort: Sort
  /** The numbers of matches and of all projects; null when unknown. */
  found: { shown: number; count: number } | 'loading' | null
  onSearch: (query: string) => void
  onSort: (sort: Sort) => void
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName))

const projects = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'project' : 'projects'}`

function foundText(found: { shown: number; count: number } | 'loading') {
  if (found === 'loading') return 'Loading workspace...'
  return found.shown < found.count ? `${found.shown} of ${projects(found.count)}` : projects(found.count)
}

/** Search, sort order and display of the list. `/` focuses the search from anywhere on the page; Escape clears it. */
export function ProjectSearch({ listView, isSearching, query, sort, found, onSearch, onSort }: ProjectSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  const view = useSelector(listView, viewOf)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])

  return (
    <Bar role="search">
      <label className="search">
        <span className="hidden">Search projects</span>
        <Icon path={mdiMagnify} />
        <input
          ref={field}
          // The user pressed a button to get to this field, so it takes the focus.
          autoFocus={isSearching}
          type="search"
          className="control"
          placeholder="Search projects"
          aria-keyshortcuts="/"
          value={query}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && query !== '') onSearch('')
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            document.querySelector<HTMLElement>(':is([role=feed], [role=table]) [tabindex="0"]')?.focus()
          }}
        />
        {query === '' && <kbd aria-hidden>/</kbd>}
      </label>
      <label className="sort">
        Sort by
        <select
          className="control"
          value={columnOf(sort)}
          onChange={({ target }) => onSort(columns.find((one) => one === target.value) ?? 'activity')}
        >
          {columns.map((one) => (
            <option key={one} value={one}>
              {columnNames[one]}
            </option>
          ))}
        </select>
      </label>
      <div className="views" role="group" aria-label="Display projects as">
        {views.map(({ view: one, name, icon }) => (
          <button
            key={one}
            type="button"
            className="control"
            aria-label={name}
            title={name}
            aria-pressed={one === view}
            onClick={() => listView.send({ type: 'view.chosen', view: one })}
          >
            <Icon path={icon} />
          </button>
        ))}
      </div>
      <p role="status">{found && foundText(found)}</p>
    </Bar>
  )
}

const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '6',
    rowGap: '3',
    mb: '6',
    textStyle: 'sm',
    color: 'fg.muted',
    '& .hidden': { srOnly: true },
    '& .control': {
      h: '10',
      bg: 'bg.panel',
      color: 'fg',
      borderWidth: '1px',
      borderColor: 'border.control',
      borderRadius: 'l2',
      '@media (pointer: coarse)': { h: '11' },
      _focusVisible: { outline: '2px solid', outlineColor: 'primary.focusRing', outlineOffset: '1px' },
    },
    '& .search': {
      position: 'relative',
      flex: '1 1 280px',
      maxW: '2xl',
      '& input': { w: 'full', ps: '10', pe: '10' },
      '& input::-webkit-search-cancel-button': { cursor: 'pointer' },
      '& svg': { position: 'absolute', insetStart: '3', top: 'calc(50% - 10px)' },
      '& kbd': {
        position: 'absolute',
        insetEnd: '3',
        top: '2',
        px: '2',
        borderWidth: '1px',
        borderRadius: 'l1',
        fontFamily: 'mono',
        textStyle: 'xs',
        lineHeight: '1.5rem',
        pointerEvents: 'none',
        hideBelow: 'md',
      },
    },
    '& .sort': { display: 'flex', alignItems: 'center', gap: '2', '& select': { px: '3', cursor: 'pointer' } },
    '& .views': { display: 'flex' },
    '& .views .control': {
      display: 'grid',
      placeItems: 'center',
      w: '10',
      cursor: 'pointer',
      '@media (pointer: coarse)': { w: '11', h: '11' },
      _hover: { bg: 'bg.muted' },
      _first: { borderEndRadius: '0' },
      _last: { borderStartRadius: '0', ms: '-1px' },
      '&[aria-pressed=true]': {
        bg: 'primary.subtle',
        color: 'primary.fg',
        borderColor: 'primary.solid',
        zIndex: '1',
        _highContrast: { outline: '2px solid Highlight', outlineOffset: '-3px' },
      },
    },
    '& [role=status]': { ms: 'auto', textStyle: 'figures' },
  },
})
