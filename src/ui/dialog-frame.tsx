import { Button } from '@chakra-ui/react/button'
import { Dialog } from '@chakra-ui/react/dialog'
import { Portal } from '@chakra-ui/react/portal'
import { mdiClose } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

import { dialogMachine, isAskingToDiscard } from '../../machines/lib/dialog.machine'
import { Icon } from './icon'
import { forcedColours, lowWindow } from './theme/accessibility-styles'
import { isInNotice, useDialogFocus } from './dialog-focus'

type DialogFrameProps = {
  title: string
  /**
   * `cover` leaves the page only its edge, and on a phone nothing; what is in it scrolls by itself. So does `steps`,
   * which keeps its height whatever it shows, and scrolls its body.
   */
  size?: 'md' | 'xl' | 'cover' | 'steps'
  /** For a question that has to be answered. */
  role?: 'alertdialog'
  /** While something is on its way, it stays open. */
  busy?: boolean
  /** While something is typed and not sent, closing it asks first. */
  isUnsent?: boolean
  onClose: () => void
  /** Where the focus goes when what opened the dialog is gone; to the project list unless given. */
  successor?: () => HTMLElement | null
  /** Below the title, out of what scrolls. */
  header?: ReactNode
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

/** Ticks and sliders keep their size: a larger one would look like another control. The label around them grows. */
const isTapped = 'button, select, input:not([type=checkbox], [type=radio], [type=range])'

const frame = {
  [lowWindow]: { h: 'auto', maxH: 'none', minH: '100dvh', my: '0', borderRadius: '0' },
  '@media (pointer: coarse)': {
    [`& :is(${isTapped})`]: { minH: '11', minW: '11' },
    '& label:has(> [type=checkbox])': { minH: '11' },
    '& [type=range]': { minH: '11' },
  },
  _highContrast: { borderWidth: '1px', ...forcedColours },
}

/** A list that is open in a field takes the Escape key for itself. */
const hasOpenList = (target: EventTarget | null) =>
  target instanceof Element && target.getAttribute('role') === 'combobox' && target.ariaExpanded === 'true'

/** Where the focus goes when what had it before is gone: to the list's card that takes its place, or to the search. */
const standIn = () =>
  document.querySelector<HTMLElement>('[role=feed] [tabindex="0"]') ??
  document.querySelector<HTMLElement>('main input[type=search]')

/** Where the focus begins in a form. Without one it begins at the first thing that takes it. */
const firstField = 'form :is(input, select, textarea):not(:disabled, [type=file])'

/** The frame of the workspace's dialogs: title, scrolling body, footer, and ways to close that give the focus back. */
export function DialogFrame({ busy = false, isUnsent = false, onClose, children, ...frame }: DialogFrameProps) {
  const dialog = useActorRef(dialogMachine)
  const isAsking = useSelector(dialog, isAskingToDiscard)

  const close = useEffectEvent(onClose)
  useEffect(() => {
    const closing = dialog.on('dialog.closed', () => close())
    return () => closing.unsubscribe()
  }, [dialog])

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

function Frame({ title, size = 'md', role, successor = standIn, header, footer, onClosing, children }: FrameProps) {
  const isCover = size === 'cover' || size === 'steps'
  const content = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const first = () => body.current?.querySelector<HTMLElement>(firstField) ?? null
  useDialogFocus(content, { first, successor })
  return (
    <Dialog.Root
      open
      size={isCover ? { base: 'full', md: 'cover' } : size}
      scrollBehavior="inside"
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && onClosing()}
      trapFocus={false}
      initialFocusEl={first}
      onEscapeKeyDown={(event) => {
        if (hasOpenList(event.target) || isInNotice(event.target)) event.preventDefault()
      }}
      {...(role && { role })}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner css={{ [lowWindow]: { overflowY: 'auto', p: '0' } }} data-scroller>
          <Dialog.Content ref={content} {...(isCover && cover)} css={frame}>
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
            <Dialog.Body ref={body} css={{ [lowWindow]: { overflow: 'visible' } }} data-scroller>
              {children}
            </Dialog.Body>
            {footer && <Dialog.Footer flexWrap="wrap">{footer}</Dialog.Footer>}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

/** Closes the dialog as its other ways do: with the question first, while something is typed and not sent. */
export const CancelButton = (props: ComponentProps<typeof Button>) => (
  <Dialog.ActionTrigger asChild>
    <Button variant="outline" {...props}>
      Cancel
    </Button>
  </Dialog.ActionTrigger>
)

type DiscardQuestionProps = { onKeep: () => void; onDiscard: () => void }

const DiscardQuestion = ({ onKeep, onDiscard }: DiscardQuestionProps) => (
  <Frame
    title="Discard what you typed?"
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
    It has not been saved or sent.
  </Frame>
)
