import { Button } from '@chakra-ui/react/button'
import { Dialog } from '@chakra-ui/react/dialog'
import { Portal } from '@chakra-ui/react/portal'
import { mdiClose } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { type ComponentProps, type ReactNode, useRef } from 'react'

import { dialogMachine, isAskingToDiscard } from '../../../machines/lib/dialog.machine'
import { Icon } from '../icon'
import { forcedColors, lowWindow, touchControls } from '../theme/accessibility-styles'
import '../theme/dialog-recipes'
import { isInNotice, useDialogFocusTrap } from './dialog-focus-trap'
import { useEmitted } from '../use-emitted'

type DialogFrameProps = {
  title: string
  /**
   * `cover` fills the page except for a margin, or the whole screen on phones, and its content scrolls on its own.
   * `page` fills the screen, and scrolls its body, whose content can use the full height of the body.
   */
  size?: 'md' | 'xl' | 'cover' | 'page'
  /** Pass it for a question that requires an answer. */
  role?: 'alertdialog'
  /** Keeps the dialog open while a call is running. */
  busy?: boolean
  /** Asks for confirmation before closing while there is unsent input. */
  isUnsent?: boolean
  onClose: () => void
  /** Returns the element to focus on close if the opener no longer exists. Defaults to `fallbackFocus`. */
  successor?: () => HTMLElement | null
  /** Content below the title, outside the scrolling body. */
  header?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** Uses the full height, so that a list inside can scroll on its own. */
const cover = {
  h: { base: '100dvh', md: 'calc(100dvh - 80px)' },
  maxH: 'none',
  minH: '0',
  mx: '0',
  borderRadius: { base: '0', md: 'l3' },
}

const page = { h: '100dvh', maxH: 'none', minH: '0' }
const column = { display: 'flex', flexDirection: 'column' } as const

const frame = {
  [lowWindow]: { h: 'auto', maxH: 'none', minH: '100dvh', my: '0', borderRadius: '0' },
  ...touchControls,
  _highContrast: { borderWidth: '1px', ...forcedColors },
}

/** Content that handles Escape itself: a combobox with an open list, an open menu, or content marked as such. */
const ownEscape = '[role=combobox][aria-expanded=true], [role=menu], [data-own-escape]'
const hasOwnEscape = (target: EventTarget | null) => target instanceof Element && target.closest(ownEscape) !== null

/**
 * The element to focus if the opener no longer exists: the card that took its place in the list, the search field, or
 * the heading of a project's page.
 */
const fallbackFocus = () =>
  document.querySelector<HTMLElement>('[role=feed] [tabindex="0"]') ??
  document.querySelector<HTMLElement>('main input[type=search]') ??
  document.querySelector<HTMLElement>('main h1[tabindex]')

/** The field that gets the initial focus. In dialogs without a form, the first focusable element gets it. */
const firstField = 'form :is(input, select, textarea):not(:disabled, [type=file])'

/** The frame of the workspace's dialogs, with a title, a scrolling body, a footer, and focus handling. */
export function DialogFrame({ busy = false, isUnsent = false, onClose, children, ...frame }: DialogFrameProps) {
  const dialog = useActorRef(dialogMachine)
  const isAsking = useSelector(dialog, isAskingToDiscard)

  useEmitted(dialog, { 'dialog.closed': onClose })

  return (
    <Frame {...frame} onClosing={() => dialog.send({ type: 'closing.requested', isBusy: busy, isUnsent })}>
      {children}
      {isAsking && (
        <DiscardQuestion
          onKeep={() => dialog.send({ type: 'discard.cancelled' })}
          onDiscard={() => dialog.send({ type: 'discard.confirmed' })}
        />
      )}
    </Frame>
  )
}

type FrameProps = Omit<DialogFrameProps, 'busy' | 'isUnsent' | 'onClose'> & { onClosing: () => void }

function Frame({
  title,
  size = 'md',
  role,
  successor = fallbackFocus,
  header,
  footer,
  onClosing,
  children,
}: FrameProps) {
  const content = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const first = () => body.current?.querySelector<HTMLElement>(firstField) ?? null
  const initialElement = useDialogFocusTrap(content, { first, successor })
  return (
    <Dialog.Root
      open
      size={size === 'cover' ? { base: 'full', md: 'cover' } : size === 'page' ? 'full' : size}
      scrollBehavior="inside"
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && onClosing()}
      trapFocus={false}
      initialFocusEl={initialElement}
      onEscapeKeyDown={(event) => {
        if (hasOwnEscape(event.target) || isInNotice(event.target)) event.preventDefault()
      }}
      {...(role && { role })}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner css={{ [lowWindow]: { overflowY: 'auto', p: '0' } }} data-scroller>
          <Dialog.Content ref={content} {...(size === 'cover' && cover)} {...(size === 'page' && page)} css={frame}>
            <Dialog.Header>
              <Dialog.Title pe="8" overflowWrap="anywhere">
                {title}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.CloseTrigger
              aria-label="Close"
              cursor="pointer"
              display="grid"
              placeItems="center"
              p="2"
              top="3"
              insetEnd="3"
            >
              <Icon path={mdiClose} size="20px" />
            </Dialog.CloseTrigger>
            {header}
            <Dialog.Body
              ref={body}
              {...(size === 'page' && column)}
              css={{ [lowWindow]: { overflow: 'visible' } }}
              data-scroller
            >
              {children}
            </Dialog.Body>
            {footer && <Dialog.Footer flexWrap="wrap">{footer}</Dialog.Footer>}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

/** Closes the dialog as its other controls do: unsent input requires confirmation. */
export const CancelButton = ({ children = 'Cancel', ...props }: ComponentProps<typeof Button>) => (
  <Dialog.ActionTrigger asChild>
    <Button variant="outline" {...props}>
      {children}
    </Button>
  </Dialog.ActionTrigger>
)

type DiscardQuestionProps = { onKeep: () => void; onDiscard: () => void }

const DiscardQuestion = ({ onKeep, onDiscard }: DiscardQuestionProps) => (
  <Frame
    title="Discard your changes?"
    role="alertdialog"
    onClosing={onKeep}
    footer={
      <>
        <Button variant="outline" onClick={onKeep}>
          Keep editing
        </Button>
        <Button colorPalette="error" onClick={onDiscard}>
          Discard
        </Button>
      </>
    }
  >
    They have not been saved or sent.
  </Frame>
)
