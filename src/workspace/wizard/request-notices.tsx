import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'

import * as request from '../../../machines/wizard/request-selectors'
import { focusIfLost } from '../../ui/focus-if-lost'
import { dateAndTime } from '../../ui/time'

type NoticeProps = {
  role: 'status' | 'alert'
  palette: 'info' | 'warning'
  title: string
  /** Each item is shown on its own line. */
  lines?: string[]
  children: ReactNode
}

/** Informs the user or asks for a decision, with buttons. */
export function Notice({ role, palette, title, lines = [], children }: NoticeProps) {
  const titleId = useId()
  return (
    <chakra.section
      aria-labelledby={titleId}
      colorPalette={palette}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      px="4"
      py="3"
      borderWidth="1px"
      borderColor="colorPalette.border"
      borderRadius="l3"
      bg="colorPalette.subtle"
    >
      <chakra.div role={role} flex="1 1 280px" minW="0" overflowWrap="anywhere">
        <chakra.p id={titleId} fontWeight="semibold" color="colorPalette.fg">
          {title}
        </chakra.p>
        {lines.length > 0 && (
          <chakra.ul mt="1" {...(lines.length > 1 && { ps: '5', listStyleType: 'disc' })}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </chakra.ul>
        )}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {children}
      </chakra.div>
    </chakra.section>
  )
}

function titleOf({ at, repeats, isFromPrices }: NonNullable<ReturnType<typeof request.restoredOf>>): string {
  if (isFromPrices) return 'This is what you chose on the price page. Nothing is ordered until you pay.'
  return repeats === null
    ? `Your unsent request from ${dateAndTime(at)} has been restored.`
    : `This is a copy of your request from ${dateAndTime(repeats)}. Nothing is ordered until you pay.`
}

/**
 * Shown when the draft was restored or discarded, or when another version of it exists, so that the user can decide
 * which one to use.
 */
export function DraftNotices({ actor }: { actor: request.SimulationRequestActor }) {
  const restored = useSelector(actor, request.restoredOf)
  const other = useSelector(actor, request.otherDraftOf)
  const canUndo = useSelector(actor, request.canUndoDiscard)
  const hasNoStackup = useSelector(actor, (snapshot) => request.draftOf(snapshot).stackupFileId === null)
  // A draft that is being paid for can be neither replaced nor discarded.
  const busy = useSelector(actor, request.isWizardBusy)

  if (other !== null) {
    return (
      <Notice
        role="alert"
        palette="warning"
        title={
          other === 'gone'
            ? 'This request was sent or discarded in another tab or on another device.'
            : `There is another unsent request for this project, from ${dateAndTime(other.at)}.`
        }
        lines={[
          other === 'gone'
            ? 'Before you pay, choose whether to start over or keep this request.'
            : 'Before you pay, choose which request to keep.',
        ]}
      >
        <Button
          size="sm"
          disabled={busy}
          onClick={() => actor.send({ type: 'other.taken', newKey: crypto.randomUUID() })}
        >
          {other === 'gone' ? 'Start over' : 'Continue with that one'}
        </Button>
        <Button
          size="sm"
          variant="outline"
          bg="bg.panel"
          onClick={() => actor.send({ type: 'other.declined', newKey: crypto.randomUUID() })}
        >
          Keep this one
        </Button>
      </Notice>
    )
  }
  if (canUndo) {
    return (
      <Notice
        role="status"
        palette="info"
        title="Your request has been discarded."
        lines={['You can restore it until you add a row.']}
      >
        <Button
          ref={focusIfLost}
          size="sm"
          variant="outline"
          bg="bg.panel"
          onClick={() => actor.send({ type: 'discard.undone' })}
        >
          Undo
        </Button>
      </Notice>
    )
  }
  if (!restored) return null
  return (
    <Notice
      role="status"
      palette={restored.differences.length > 0 ? 'warning' : 'info'}
      title={titleOf(restored)}
      lines={[
        ...restored.differences,
        ...(restored.isFromPrices && hasNoStackup ? ['If you have a stackup file, add it in step 1 (Files).'] : []),
      ]}
    >
      <Button size="sm" variant="outline" bg="bg.panel" onClick={() => actor.send({ type: 'restored.seen' })}>
        Continue
      </Button>
      <Button
        size="sm"
        variant="ghost"
        disabled={busy}
        onClick={() => actor.send({ type: 'draft.discarded', newKey: crypto.randomUUID() })}
      >
        Start over
      </Button>
    </Notice>
  )
}
