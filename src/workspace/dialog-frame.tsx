import { Dialog } from '@chakra-ui/react/dialog'
import { Portal } from '@chakra-ui/react/portal'
import { mdiClose } from '@mdi/js'
import { type ReactNode, useState } from 'react'

import { Icon } from '../ui/icon'

type DialogFrameProps = {
  title: string
  /** `cover` leaves the page only its edge, and on a phone nothing. */
  size?: 'md' | 'xl' | 'cover'
  /** For a question that has to be answered. */
  role?: 'alertdialog'
  /** While something is on its way, it stays open. */
  busy?: boolean
  onClose: () => void
  footer?: ReactNode
  children: ReactNode
}

/** As high as there is room for, so that a list in it can scroll by itself. */
const cover = {
  h: { base: '100dvh', md: 'calc(100dvh - 80px)' },
  maxH: 'none',
  minH: '0',
  mx: '0',
  borderRadius: { base: '0', md: 'l3' },
}

/** A list that is open in a field takes the Escape key for itself. */
const hasOpenList = (target: EventTarget | null) =>
  target instanceof Element && target.getAttribute('role') === 'combobox' && target.ariaExpanded === 'true'

/** Where the focus goes when what had it before is gone: to the list's card that takes its place, or to the search. */
const standIn = () =>
  document.querySelector<HTMLElement>('[role=feed] [tabindex="0"]') ??
  document.querySelector<HTMLElement>('main input[type=search]')

/** The frame of the workspace's dialogs: title, scrolling body, footer, and ways to close that give the focus back. */
export function DialogFrame({ title, size = 'md', role, busy = false, onClose, footer, children }: DialogFrameProps) {
  const [opener] = useState(() => document.activeElement)
  return (
    <Dialog.Root
      open
      size={size === 'cover' ? { base: 'full', md: 'cover' } : size}
      scrollBehavior="inside"
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && !busy && onClose()}
      finalFocusEl={() => (opener?.isConnected && opener !== document.body ? null : standIn())}
      onEscapeKeyDown={(event) => {
        if (hasOpenList(event.target)) event.preventDefault()
      }}
      {...(role && { role })}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content {...(size === 'cover' && cover)}>
            <Dialog.Header>
              <Dialog.Title pe="8" overflowWrap="anywhere">
                {title}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.CloseTrigger aria-label="Close" cursor="pointer" p="2" top="3" insetEnd="3">
              <Icon path={mdiClose} size="20px" />
            </Dialog.CloseTrigger>
            <Dialog.Body data-scroller>{children}</Dialog.Body>
            {footer && <Dialog.Footer flexWrap="wrap">{footer}</Dialog.Footer>}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
