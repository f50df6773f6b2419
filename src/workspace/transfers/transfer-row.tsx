import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

import { keptColors } from '../../ui/theme/accessibility-styles'
import { duration, fileSize } from '../../ui/amounts'

/**
 * Wraps all transfer lists and styles their contents, because there may be a thousand rows that update constantly. It
 * is rendered before the first transfer, since adding a new style makes the browser recalculate every element of the
 * page.
 */
export const TransferGround = chakra('div', {
  base: {
    display: 'contents',
    '& .box': { borderWidth: '1px', borderRadius: 'l2', overflow: 'hidden' },
    '& .head': { px: '3', py: '2', bg: 'bg.subtle', borderBottomWidth: '1px' },
    '& .head .line': { textStyle: 'sm' },
    '& .title': { fontWeight: 'medium' },
    '& .rest': { me: 'auto' },
    '& .asking': { px: '3', py: '2', bg: 'warning.subtle', borderBottomWidth: '1px', textStyle: 'sm' },
    '& .list': { maxH: { base: '48', md: '64' }, overflow: 'auto' },
    '& .left-out': { color: 'fg.muted', textStyle: 'sm', mb: '2' },
    '& .notice': { color: 'error.fg', textStyle: 'sm', mb: '2' },
    '& .transfer': { py: '2', px: '3', borderBottomWidth: '1px', textStyle: 'sm' },
    '& .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1', minH: '8' },
    '& .name': { flex: { base: '1 1 100%', md: '1 1 140px' }, minW: '0', fontFamily: 'mono', overflowWrap: 'anywhere' },
    '& .transfer[data-asking]': {
      bg: 'warning.subtle',
      boxShadow: 'inset 3px 0 0 var(--chakra-colors-warning-solid)',
      _highContrast: { borderInlineStartWidth: '4px', borderInlineStartColor: 'Highlight' },
      '& .state': { color: 'warning.fg', fontWeight: 'medium' },
    },
    '& .state': { color: 'fg.muted', textStyle: 'figures' },
    '& .failure': { color: 'error.fg' },
    '& .note': { color: 'fg.muted' },
    '& .track': {
      h: '1',
      mt: '1',
      borderRadius: 'full',
      bg: 'bg.emphasized',
      overflow: 'hidden',
      _highContrast: { h: '2', borderWidth: '1px' },
    },
    '& .range': {
      h: 'full',
      w: 'full',
      borderRadius: 'full',
      bg: 'primary.solid',
      transformOrigin: 'left',
      _highContrast: { ...keptColors, bg: 'Highlight !important' },
    },
    '& .track[data-failed] .range': { bg: 'error.solid' },
    '& button': {
      px: '2',
      h: '7',
      borderWidth: '1px',
      borderColor: 'border.control',
      borderRadius: 'l1',
      bg: 'bg.panel',
      textStyle: 'xs',
      fontWeight: 'medium',
      cursor: 'pointer',
      _hover: { bg: 'bg.muted' },
      _focusVisible: { outline: '2px solid', outlineColor: 'primary.solid', outlineOffset: '1px' },
      _disabled: { opacity: '0.5', cursor: 'default' },
    },
  },
})

type TransferRowProps = {
  name: string
  /** The completed fraction, from 0 to 1; null when unknown. */
  part: number | null
  state: string
  failed: boolean
  failure: string | null
  /** Whether the transfer waits for an answer from the user, so there is no progress to show. */
  isAsking?: boolean
  children: ReactNode
}

/** A row for an upload or download, with its progress, failure, and actions. */
export function TransferRow({ name, part, state, failed, failure, isAsking = false, children }: TransferRowProps) {
  return (
    <div className="transfer" data-asking={isAsking || undefined}>
      <div className="line">
        <span className="name">{name}</span>
        <span className="state">{state}</span>
        {children}
      </div>
      {!isAsking && <ProgressLine label={`Progress of ${name}`} part={part} failed={failed} />}
      {failure && (
        <p role="alert" className={failed ? 'failure' : 'note'}>
          {failure}
        </p>
      )}
    </div>
  )
}

export function ProgressLine({
  label,
  part,
  failed = false,
}: {
  label: string
  part: number | null
  failed?: boolean
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={part === null ? undefined : Math.round(part * 100)}
      className="track"
      data-failed={failed || undefined}
    >
      <div className="range" style={{ transform: `scaleX(${part ?? 0})` }} />
    </div>
  )
}

/** Formats progress, for example "1.2 MB of 4 MB · 2.1 MB/s · 2 s left". Unknown parts are omitted. */
export const progressText = (it: { sent: number; size: number; speed: number | null; secondsLeft: number | null }) =>
  [
    `${fileSize(it.sent)} of ${fileSize(it.size)}`,
    ...(it.speed ? [`${fileSize(it.speed)}/s`] : []),
    ...(it.secondsLeft === null ? [] : [`${duration(it.secondsLeft)} left`]),
  ].join(' · ')
