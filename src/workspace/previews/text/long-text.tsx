import { Button } from '@chakra-ui/react/button'
import { Input } from '@chakra-ui/react/input'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

import { messageOf } from '../../../../machines/lib/message-of'
import type { PreviewContent } from '../../../../machines/previews/file-preview.machine'
import '../../../ui/theme/form-recipes'
import { ErrorNotice } from '../../../ui/notices'
import { fileSize } from '../../../ui/amounts'
import { bytesOf, usePreviewMachines } from '../machines'
import { findNext, lineAt, partBytes, type ReadBytes, readPart, type TextPart } from './text-parts'

const lineHeight = 20
/** The assumed line length of parts that are not read yet. */
const assumedLineBytes = 60
/** Browsers limit the height of a page, so a longer text is split into sections of this many parts. */
const sectionParts = 512

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
  const { readPartOf } = usePreviewMachines()
  // Without a stable function, the parts would be read again after each render.
  const read = useMemo<ReadBytes>(
    () => (bytes ? (from, to) => bytesOf(bytes, from, to) : readPartOf(fileId)),
    [readPartOf, fileId, bytes],
  )
  const partCount = Math.ceil(size / partBytes)
  const sections = Math.ceil(partCount / sectionParts)
  const [section, setSection] = useState(0)
  const [parts, setParts] = useState<ReadonlyMap<number, TextPart>>(new Map())
  /** Parts that could not be read. Other parts remain visible. */
  const [lost, setLost] = useState<ReadonlySet<number>>(new Set())
  const [goal, setGoal] = useState<number | null>(null)
  const [found, setFound] = useState<{ index: number; line: number } | null>(null)
  /** Whether to keep the search result in view while the parts around it are read. Scrolling by the user ends this. */
  const pinned = useRef(false)
  const scroller = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  const reportBroken = useEffectEvent((reason: string) => onBroken(reason))
  const first = section * sectionParts
  // oxlint-disable-next-line react/incompatible-library -- TanStack Virtual returns functions that must not be memoized, so the component opts out.
  const rows = useVirtualizer({
    count: Math.min(sectionParts, partCount - first),
    getScrollElement: () => scroller.current,
    estimateSize: (row) => heightOf(parts.get(first + row)),
    getItemKey: (row) => first + row,
    overscan: 1,
  })
  const visible = rows.getVirtualItems().map(({ index }) => first + index)
  const wanted = visible.filter((index) => !parts.has(index) && !lost.has(index)).join(' ')
  const isNothingRead = parts.size === 0

  useEffect(() => {
    if (wanted === '') return
    const stop = new AbortController()
    const indices = wanted.split(' ').map(Number)
    const take = (results: PromiseSettledResult<TextPart>[]) => {
      if (stop.signal.aborted) return
      const got = new Map<number, TextPart>()
      const missed = new Set<number>()
      results.forEach((result, at) => {
        const index = indices[at] ?? 0
        if (result.status === 'fulfilled') got.set(index, result.value)
        else missed.add(index)
      })
      const [failed] = results.filter((result) => result.status === 'rejected')
      if (failed && isNothingRead && got.size === 0) reportBroken(messageOf(failed.reason, 'the connection was lost'))
      if (got.size > 0) setParts((known) => new Map([...known, ...got]))
      if (missed.size > 0) setLost((known) => new Set([...known, ...missed]))
    }
    Promise.allSettled(indices.map((index) => readPart({ size, read }, index, stop.signal)))
      .then(take)
      .catch((error: unknown) => reportBroken(messageOf(error, 'it could not be shown')))
    return () => stop.abort()
  }, [wanted, size, read, isNothingRead])

  useEffect(() => {
    // Keep the visible lines in place when the actual height of parts above differs from the estimate.
    for (const { index } of rows.getVirtualItems()) {
      const part = parts.get(first + index)
      if (part) rows.resizeItem(index, heightOf(part))
    }
  }, [rows, parts, first])

  useEffect(() => {
    if (goal === null) return
    const near = Math.floor(goal / partBytes)
    // The line of the match may start in the previous part.
    const index = (parts.get(near)?.from ?? 0) > goal ? near - 1 : near
    const part = parts.get(index)
    // Changed sizes take effect only after the total size is computed.
    rows.getTotalSize()
    const [start] = rows.getOffsetForIndex(index - first, 'start') ?? [0]
    if (!part) {
      rows.scrollToOffset(start)
      return
    }
    const stop = new AbortController()
    lineAt(read, part, goal, stop.signal).then(
      (line) => {
        pinned.current = true
        setFound({ index, line })
        setGoal(null)
      },
      () => {
        if (stop.signal.aborted) return
        setLost((known) => new Set([...known, index]))
        setGoal(null)
      },
    )
    return () => stop.abort()
  }, [rows, read, goal, parts, first])

  // Runs after every render, because parts around the match may change in height, which moves the scroll position.
  useEffect(() => {
    if (!found || !pinned.current) return
    if (mark.current) {
      if (!isInSight(mark.current, scroller.current))
        mark.current.scrollIntoView({ block: 'center', inline: 'nearest' })
      return
    }
    const [start] = rows.getOffsetForIndex(found.index - first, 'start') ?? [0]
    rows.scrollToOffset(start + found.line * lineHeight)
  })

  const unpin = () => {
    pinned.current = false
  }
  const reach = (at: number) => {
    setSection(Math.floor(at / partBytes / sectionParts))
    setGoal(at)
  }

  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" mb="3">
        <TextSearch size={size} read={read} from={(visible[0] ?? 0) * partBytes} onFound={reach} />
        {sections > 1 && (
          <chakra.div display="flex" alignItems="center" gap="2" ms="auto">
            <Button size="sm" variant="outline" disabled={section === 0} onClick={() => setSection(section - 1)}>
              Earlier
            </Button>
            <chakra.span textStyle="figures">
              Section {section + 1} of {sections}
            </chakra.span>
            <Button
              size="sm"
              variant="outline"
              disabled={section + 1 === sections}
              onClick={() => setSection(section + 1)}
            >
              Later
            </Button>
          </chakra.div>
        )}
      </chakra.div>
      {lost.size > 0 && (
        <ErrorNotice
          title="Some of this file could not be read: the connection was lost."
          onRetry={() => setLost(new Set())}
        />
      )}
      <chakra.div
        ref={scroller}
        css={style}
        role="region"
        aria-label="Text"
        tabIndex={0}
        data-own-arrows=""
        onWheel={unpin}
        onPointerDown={unpin}
        onKeyDown={unpin}
      >
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const part = parts.get(first + index)
            return (
              <div key={key} className="part" style={{ transform: `translateY(${start}px)` }}>
                <pre className="lines" aria-hidden>
                  {part ? numbers(parts, first + index, part.lines) : ''}
                </pre>
                {found?.index === first + index && (
                  <div ref={mark} className="found" style={{ top: found.line * lineHeight, height: lineHeight }} />
                )}
                <pre>{part ? part.text : lost.has(first + index) ? 'This part could not be read.' : 'Reading...'}</pre>
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

/** The line numbers of a part. They are estimates unless all previous parts are read. */
function numbers(parts: ReadonlyMap<number, TextPart>, index: number, lines: number): string {
  let [before, known] = [0, 0]
  for (let earlier = 0; earlier < index; earlier++) {
    const part = parts.get(earlier)
    if (!part) continue
    before += part.lines
    known++
  }
  const isExact = known === index
  const start = isExact ? before : Math.round((before / Math.max(1, known) || partBytes / assumedLineBytes) * index)
  return Array.from({ length: lines }, (_, line) => `${isExact ? '' : '~'}${start + line + 1}`).join('\n')
}

type TextSearchProps = { size: number; read: ReadBytes; from: number; onFound: (at: number) => void }

function TextSearch({ size, read, from, onFound }: TextSearchProps) {
  const [word, setWord] = useState('')
  const [state, setState] = useState('')
  const [last, setLast] = useState<{ word: string; at: number } | null>(null)
  const search = useRef<AbortController | null>(null)
  useEffect(() => () => search.current?.abort(), [])

  const submit = () => {
    if (word === '') return
    search.current?.abort()
    const stop = new AbortController()
    search.current = stop
    findNext({
      size,
      read,
      word,
      signal: stop.signal,
      from: last?.word === word ? last.at + 1 : from,
      onProgress: (at) => setState(`Searching, ${fileSize(at)} of ${fileSize(size)}`),
    }).then(
      (at) => {
        setState(at === null ? 'Not found from here to the end' : `Found at byte ${at.toLocaleString('en-US')}`)
        setLast(at === null ? null : { word, at })
        if (at !== null) onFound(at)
      },
      () => {
        if (!stop.signal.aborted) setState('The search was interrupted. Try again.')
      },
    )
  }

  return (
    <chakra.form
      role="search"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Input
        size="sm"
        type="search"
        w="56"
        aria-label="Search in file"
        placeholder="Search in file"
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      <Button size="sm" variant="outline" type="submit">
        Find next
      </Button>
      <chakra.span role="status" textStyle="sm" color="fg.muted">
        {state}
      </chakra.span>
    </chakra.form>
  )
}
