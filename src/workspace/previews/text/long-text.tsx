import { Button } from '@chakra-ui/react/button'
import { Input } from '@chakra-ui/react/input'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'

import type { PreviewContent } from '../../../../machines/previews/file-preview.machine'
import {
  partBytes,
  partCount,
  sectionCount,
  sectionParts,
  type TextPart,
  type TextParts,
} from '../../../../machines/previews/text/long-text'
import * as text from '../../../../machines/previews/text/long-text.machine'
import '../../../ui/theme/form-recipes'
import { ErrorNotice } from '../../../ui/notices/notices'
import { fileSize } from '../../../ui/amounts'
import { useEmitted } from '../../../ui/use-emitted'
import { useLongTextMachines } from './long-text-machines'

const lineHeight = 20
/** The assumed line length, in bytes, of parts that have not been read yet. */
const assumedLineBytes = 60

type LongTextProps = {
  fileId: string
  content: Extract<PreviewContent, { as: 'parts' }>
  onBroken: (reason: string) => void
}

const style: SystemStyleObject = {
  flex: '1',
  minH: '0',
  overflow: 'auto',
  borderWidth: '1px',
  borderRadius: 'l2',
  fontFamily: 'mono',
  fontSize: '13px',
  lineHeight: `${lineHeight}px`,
  '& .part': {
    isolation: 'isolate',
    position: 'absolute',
    top: '0',
    insetInlineStart: '0',
    minW: 'full',
    display: 'flex',
  },
  '& .found': { position: 'absolute', insetInline: '0', bg: 'warning.muted', zIndex: '-1' },
  '& pre': { whiteSpace: 'pre', px: '3', fontFamily: 'inherit' },
  '& .lines': {
    position: 'sticky',
    insetInlineStart: '0',
    textAlign: 'end',
    minW: '12ch',
    color: 'fg.muted',
    bg: 'bg.subtle',
    borderEndWidth: '1px',
    userSelect: 'none',
  },
}

/** Text of any length. Only visible parts are read, so line numbers after an unread part are estimates (~). */
export function LongText({ fileId, content: { size, bytes }, onBroken }: LongTextProps) {
  'use no memo'
  const { openText } = useLongTextMachines()
  const [machine] = useState(() => openText({ fileId, size, bytes }))
  const actor = useActorRef(machine)
  const parts = useSelector(actor, text.partsOf)
  const lost = useSelector(actor, text.lostOf)
  const section = useSelector(actor, text.sectionOf)
  const found = useSelector(actor, text.foundLineOf)
  const approached = useSelector(actor, text.approachedPartOf)
  const isPinned = useSelector(actor, text.isMatchPinned)
  const sections = sectionCount(size)
  const scroller = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  const first = section * sectionParts
  // oxlint-disable-next-line react/incompatible-library -- TanStack Virtual returns functions that must not be memoized, so the component opts out.
  const rows = useVirtualizer({
    count: Math.min(sectionParts, partCount(size) - first),
    getScrollElement: () => scroller.current,
    estimateSize: (row) => heightOf(parts[first + row]),
    getItemKey: (row) => first + row,
    overscan: 1,
  })
  const visible = rows
    .getVirtualItems()
    .map(({ index }) => first + index)
    .join(' ')

  useEmitted(actor, { 'text.broken': ({ reason }) => onBroken(reason) })

  useEffect(() => {
    actor.send({ type: 'parts.shown', indices: visible === '' ? [] : visible.split(' ').map(Number) })
  }, [actor, visible])

  useEffect(() => {
    // Keep the visible lines in place when the actual height of parts above differs from the estimate.
    for (const { index } of rows.getVirtualItems()) {
      const part = parts[first + index]
      if (part) rows.resizeItem(index, heightOf(part))
    }
  }, [rows, parts, first])

  useEffect(() => {
    if (approached === null) return
    // Changed sizes take effect only after the total size is computed.
    rows.getTotalSize()
    const [start] = rows.getOffsetForIndex(approached - first, 'start') ?? [0]
    rows.scrollToOffset(start)
  }, [rows, approached, parts, first])

  // Runs after every render, because parts around the match may change in height, which moves the scroll position.
  useEffect(() => {
    if (!found || !isPinned) return
    if (mark.current) {
      if (!isInSight(mark.current, scroller.current))
        mark.current.scrollIntoView({ block: 'center', inline: 'nearest' })
      return
    }
    const [start] = rows.getOffsetForIndex(found.index - first, 'start') ?? [0]
    rows.scrollToOffset(start + found.line * lineHeight)
  })

  const tellScrolled = () => actor.send({ type: 'user.scrolled' })
  const choose = (chosen: number) => actor.send({ type: 'section.chosen', section: chosen })

  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" mb="3">
        <TextSearch actor={actor} size={size} />
        {sections > 1 && (
          <chakra.div display="flex" alignItems="center" gap="2" ms="auto">
            <Button size="sm" variant="outline" disabled={section === 0} onClick={() => choose(section - 1)}>
              Previous
            </Button>
            <chakra.span textStyle="figures">
              Section {section + 1} of {sections}
            </chakra.span>
            <Button size="sm" variant="outline" disabled={section + 1 === sections} onClick={() => choose(section + 1)}>
              Next
            </Button>
          </chakra.div>
        )}
      </chakra.div>
      {lost.length > 0 && (
        <ErrorNotice
          title="Some of this file could not be read: the connection was lost."
          onRetry={() => actor.send({ type: 'reading.retried' })}
        />
      )}
      <chakra.div
        ref={scroller}
        css={style}
        role="region"
        aria-label="Text"
        tabIndex={0}
        data-own-arrows=""
        onWheel={tellScrolled}
        onPointerDown={tellScrolled}
        onKeyDown={tellScrolled}
      >
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const part = parts[first + index]
            return (
              <div key={key} className="part" style={{ transform: `translateY(${start}px)` }}>
                <pre className="lines" aria-hidden>
                  {part ? numbers(parts, first + index, part.lines) : ''}
                </pre>
                {found?.index === first + index && (
                  <div ref={mark} className="found" style={{ top: found.line * lineHeight, height: lineHeight }} />
                )}
                <pre>
                  {part ? part.text : lost.includes(first + index) ? 'This part could not be read.' : 'Reading...'}
                </pre>
              </div>
            )
          })}
        </div>
      </chakra.div>
    </>
  )
}

function isInSight(mark: Element, scroller: Element | null) {
  const [at, frame] = [mark.getBoundingClientRect(), scroller?.getBoundingClientRect()]
  return frame !== undefined && at.top >= frame.top && at.bottom <= frame.bottom
}

const heightOf = (part: TextPart | undefined) =>
  Math.max(1, part ? part.lines : Math.round(partBytes / assumedLineBytes)) * lineHeight

/** The line numbers of a part. They are estimates unless all previous parts have been read. */
function numbers(parts: TextParts, index: number, lines: number): string {
  let [before, known] = [0, 0]
  for (let earlier = 0; earlier < index; earlier++) {
    const part = parts[earlier]
    if (!part) continue
    before += part.lines
    known++
  }
  const isExact = known === index
  const start = isExact ? before : Math.round((before / Math.max(1, known) || partBytes / assumedLineBytes) * index)
  return Array.from({ length: lines }, (_, line) => `${isExact ? '' : '~'}${start + line + 1}`).join('\n')
}

function TextSearch({ actor, size }: { actor: text.LongTextActor; size: number }) {
  const word = useSelector(actor, text.wordOf)
  const searched = useSelector(actor, text.searchedOf)
  const result = useSelector(actor, text.searchResultOf)
  return (
    <chakra.form
      role="search"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'search.requested' })
      }}
    >
      <Input
        size="sm"
        type="search"
        w="56"
        aria-label="Search in file"
        placeholder="Search in file"
        value={word}
        onChange={({ target }) => actor.send({ type: 'word.typed', word: target.value })}
      />
      <Button size="sm" variant="outline" type="submit">
        Find next
      </Button>
      <chakra.span role="status" textStyle="sm" color="fg.muted">
        {searched === null ? resultText(result) : `Searching: ${fileSize(searched)} of ${fileSize(size)}`}
      </chakra.span>
    </chakra.form>
  )
}

function resultText(result: ReturnType<typeof text.searchResultOf>): string {
  if (result === null) return ''
  if (result === 'absent') return 'No match between here and the end of the file'
  if (result === 'interrupted') return 'The search was interrupted. Please try again.'
  return `Found at byte ${result.toLocaleString('en-US')}`
}
