import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiAlertCircleOutline, mdiRefresh } from '@mdi/js'
import type { ReactNode } from 'react'

import { BusyButton } from '../busy-button'
import { Icon } from '../icon'

type ErrorNoticeProps = {
  title: string
  text?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  onDismiss?: () => void
}

/** An error message with optional Retry and Dismiss buttons. Screen readers announce it when it appears. */
export function ErrorNotice({ title, text, onRetry, retrying = false, onDismiss }: ErrorNoticeProps) {
  return (
    <chakra.div
      role="alert"
      colorPalette="error"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="4"
      p="4"
      borderWidth="1px"
      borderColor="colorPalette.border"
      borderRadius="l3"
      bg="colorPalette.subtle"
    >
      <chakra.span color="colorPalette.fg" flexShrink="0">
        <Icon path={mdiAlertCircleOutline} size="24px" />
      </chakra.span>
      <chakra.div flex="1 1 240px">
        <chakra.p fontWeight="semibold" color="colorPalette.fg">
          {title}
        </chakra.p>
        {text && <chakra.div textStyle="sm">{text}</chakra.div>}
      </chakra.div>
      {onRetry && (
        <BusyButton size="sm" variant="outline" bg="bg.panel" busy={retrying} onClick={onRetry}>
          <Icon path={mdiRefresh} />
          Retry
        </BusyButton>
      )}
      {onDismiss && (
        <Button size="sm" variant="outline" bg="bg.panel" onClick={onDismiss}>
          Dismiss
        </Button>
      )}
    </chakra.div>
  )
}

/** A placeholder for an empty list or page: one sentence, and the next action as children. */
export function EmptyState({ icon, title, children }: { icon: string; title: string; children?: ReactNode }) {
  return (
    <chakra.div
      display="grid"
      justifyItems="center"
      gap="4"
      px="6"
      py="12"
      textAlign="center"
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="border.emphasized"
      borderRadius="l3"
      bg="bg.subtle"
    >
      <chakra.span color="primary.fg">
        <Icon path={icon} size="40px" />
      </chakra.span>
      <chakra.p maxW="prose" color="fg.muted">
        {title}
      </chakra.p>
      {children}
    </chakra.div>
  )
}
