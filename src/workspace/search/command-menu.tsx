import { Input } from '@chakra-ui/react/input'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiClipboardTextOutline, mdiFileOutline, mdiFolderOutline, mdiLightningBoltOutline } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import type { CommandItem } from '../../../machines/search/command-items'
import * as menu from '../../../machines/search/command-menu.machine'
import { DialogFrame } from '../../ui/dialog/dialog-frame'
import { Icon } from '../../ui/icon'
import { ErrorNotice } from '../../ui/notices/notices'
import { useSearchMachines } from './machines'

type CommandMenuProps = {
  /** Sorted by activity, most recent first. */
  projects: readonly { id: string; name: string }[]
  onOpen: (item: CommandItem) => void
  onClose: () => void
}

const kinds = {
  project: { title: 'Projects', icon: mdiFolderOutline },
  request: { title: 'Requests', icon: mdiClipboardTextOutline },
  file: { title: 'Files', icon: mdiFileOutline },
  action: { title: 'Actions', icon: mdiLightningBoltOutline },
}

const optionId = (index: number) => `command-${index}`

/** Finds and opens projects, requests, files and actions. The focus stays in the field; arrow keys select an item. */
export function CommandMenu({ projects, onOpen, onClose }: CommandMenuProps) {
  const machine = useSearchMachines().commandMenu.provide({ actions: { open: (_, item) => onOpen(item) } })
  const [input] = useState({ projects })
  const actor = useActorRef(machine, { input })
  const query = useSelector(actor, menu.queryOf)
  const snapshot = useSelector(actor, (now) => now)
  const items = menu.itemsOf(snapshot)
  const active = menu.activeOf(snapshot)
  const searching = menu.isSearching(snapshot)
  const failure = menu.searchFailureOf(snapshot)
  const more = menu.hasMoreFiles(snapshot)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active, query])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
    if (move) actor.send({ type: 'item.moved', by: move })
    else if (event.key === 'Enter') actor.send({ type: 'item.chosen' })
    // The dialog leaves Escape to comboboxes with an open list. This list is always open, so the dialog is closed here.
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  const groups = Object.entries(kinds).flatMap(([kind, { title, icon }]) => {
    const entries = items.flatMap((item, index) => (item.kind === kind ? [{ item, index }] : []))
    return entries.length > 0 ? [{ kind, title, icon, entries }] : []
  })

  return (
    <DialogFrame title="Search" size="xl" onClose={onClose}>
      <form onSubmit={(event) => event.preventDefault()}>
        <Input
          type="search"
          role="combobox"
          aria-label="Search projects, files, requests and actions"
          aria-expanded
          aria-autocomplete="list"
          aria-controls="command-list"
          {...(items[active] && { 'aria-activedescendant': optionId(active) })}
          autoComplete="off"
          maxLength={100}
          placeholder="Search projects, files, requests and actions"
          value={query}
          onChange={({ target }) => actor.send({ type: 'query.typed', query: target.value })}
          onKeyDown={onKeyDown}
        />
      </form>
      <chakra.p role="status" textStyle="sm" color="fg.muted" minH="6" mt="2">
        {searching
          ? 'Searching files...'
          : items.length === 0
            ? 'Nothing found.'
            : more
              ? 'More files match. Keep typing to narrow the results.'
              : ''}
      </chakra.p>
      {failure && (
        <ErrorNotice title={failure} retrying={searching} onRetry={() => actor.send({ type: 'search.retried' })} />
      )}
      <div ref={list} role="listbox" id="command-list" aria-label="Results">
        {groups.map(({ kind, title, icon, entries }) => (
          <chakra.div key={kind} role="group" aria-label={title} mt="2">
            <chakra.div aria-hidden textStyle="xs" fontWeight="semibold" color="fg.muted" px="3" py="1">
              {title}
            </chakra.div>
            {entries.map(({ item, index }) => (
              <chakra.div
                key={index}
                id={optionId(index)}
                role="option"
                aria-selected={index === active}
                display="flex"
                alignItems="center"
                gap="3"
                minH="44px"
                px="3"
                borderRadius="l2"
                cursor="pointer"
                _selected={{ bg: 'bg.emphasized', outline: '2px solid transparent', outlineOffset: '-2px' }}
                onPointerMove={() => index !== active && actor.send({ type: 'item.pointed', index })}
                onClick={() => {
                  actor.send({ type: 'item.pointed', index })
                  actor.send({ type: 'item.chosen' })
                }}
              >
                <chakra.span color="fg.muted" flexShrink="0">
                  <Icon path={icon} />
                </chakra.span>
                <chakra.span flex="1" minW="0" overflowWrap="anywhere">
                  {item.name}
                  {item.detail && (
                    <chakra.span color="fg.muted" textStyle="sm">
                      {' '}
                      {item.detail}
                    </chakra.span>
                  )}
                </chakra.span>
              </chakra.div>
            ))}
          </chakra.div>
        ))}
      </div>
    </DialogFrame>
  )
}
