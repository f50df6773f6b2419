import { chakra } from '@chakra-ui/react/styled-system'
import { mdiCheckCircle, mdiCircleOutline, mdiCloseCircle } from '@mdi/js'

import type { SimulationRequest } from '../../machines/workspace/payment-return.machine'
import { timelineOf } from '../../machines/workspace/request-record'
import { Icon } from '../ui/icon'

const names = {
  draft: 'Draft',
  'awaiting payment': 'Awaiting payment',
  paid: 'Paid',
  'in progress': 'In progress',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
} as const

const palettes = {
  draft: 'warning',
  'awaiting payment': 'warning',
  paid: 'info',
  'in progress': 'info',
  delivered: 'success',
  cancelled: 'error',
} as const

export const day = (iso: string) =>
  new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' })

export function StatusBadge({ status }: { status: SimulationRequest['status'] }) {
  return (
    <chakra.span
      colorPalette={palettes[status]}
      px="2"
      py="0.5"
      textStyle="sm"
      fontWeight="medium"
      whiteSpace="nowrap"
      borderWidth="1px"
      borderRadius="l2"
      color="colorPalette.fg"
      borderColor="colorPalette.border"
      bg="colorPalette.subtle"
    >
      {names[status]}
    </chakra.span>
  )
}

/** How far a request has come, and when. */
export function StatusTimeline({ request }: { request: SimulationRequest }) {
  return (
    <chakra.ol
      aria-label="Status"
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: 'repeat(auto-fit, minmax(8rem, 1fr))' }}
      gap={{ base: '2', md: '4' }}
    >
      {timelineOf(request).map(({ status, at, isReached, isCurrent }) => (
        <chakra.li
          key={status}
          {...(isCurrent && { 'aria-current': 'step' })}
          display="grid"
          gridTemplateColumns="auto 1fr"
          columnGap="2"
          alignItems="start"
          alignContent="start"
          color={isReached ? 'fg' : 'fg.muted'}
        >
          <chakra.span mt="0.5" color={status === 'cancelled' ? 'error.fg' : isReached ? 'primary.fg' : 'fg.muted'}>
            <Icon path={status === 'cancelled' ? mdiCloseCircle : isReached ? mdiCheckCircle : mdiCircleOutline} />
          </chakra.span>
          <span>
            <chakra.span display="block" fontWeight={isCurrent ? 'semibold' : 'normal'}>
              {names[status]}
            </chakra.span>
            {at && (
              <chakra.time dateTime={at} textStyle="sm" color="fg.muted">
                {day(at)}
              </chakra.time>
            )}
          </span>
        </chakra.li>
      ))}
    </chakra.ol>
  )
}
