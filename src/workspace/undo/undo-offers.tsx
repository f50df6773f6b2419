import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiClose } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

import * as undo from '../../../machines/undo/undo-offer.machine'
import { Icon } from '../../ui/icon'
import { useUndoMachines } from './machines'

/** The offers to undo recent deletions, newest last. */
export function UndoOffers({ onRestored }: { onRestored: () => void }) {
  const { undoOffers } = useUndoMachines()
  const offers = useSyncExternalStore(undoOffers.subscribe, undoOffers.list)
  // Rendered next to the app's root, because an open dialog hides the root from assistive technology.
  return createPortal(
    <chakra.div
      data-notice=""
      data-live-announcer=""
      role="status"
      aria-label="Deleted"
      position="fixed"
      insetInline="4"
      bottom="4"
      zIndex="toast"
      display="flex"
      flexDirection="column"
      alignItems="center"
      gap="2"
      pointerEvents="none"
    >
      {offers.map(({ key, deleted }, index) => (
        <UndoOffer
          key={key}
          deleted={deleted}
          isNewest={index === offers.length - 1}
          onRestored={onRestored}
          onRemove={() => undoOffers.remove(key)}
        />
      ))}
    </chakra.div>,
    document.body,
  )
}

type UndoOfferProps = {
  deleted: undo.Deleted
  /** Whether this is the newest offer, which reacts to Ctrl-Z. */
  isNewest: boolean
  onRestored: () => void
  onRemove: () => void
}

/** One offer. It stays while the pointer or the focus is on it. */
export function UndoOffer({ deleted, isNewest, onRestored, onRemove }: UndoOfferProps) {
  const { undoOffer } = useUndoMachines()
  const machine = undoOffer.provide({ actions: { remove: onRemove, tellRestored: onRestored } })
  const actor = useActorRef(machine, { input: deleted })
  const restoring = useSelector(actor, undo.isRestoring)
  const undoable = useSelector(actor, undo.isUndoable)
  const failure = useSelector(actor, undo.undoFailureOf)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
    if (!isNewest || !isUndo || event.defaultPrevented || isEditable(event.target)) return
    event.preventDefault()
    actor.send({ type: 'undo.requested' })
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      maxW="min(560px, 100%)"
      ps="4"
      pe="2"
      py="2"
      bg="bg.panel"
      color="fg"
      borderWidth="1px"
      borderColor={failure && !restoring ? 'error.border' : 'border.emphasized'}
      borderRadius="l3"
      boxShadow="lg"
      pointerEvents="auto"
      onPointerEnter={() => actor.send({ type: 'offer.entered' })}
      onPointerLeave={() => actor.send({ type: 'offer.left' })}
      onFocus={() => actor.send({ type: 'offer.entered' })}
      onBlur={() => actor.send({ type: 'offer.left' })}
    >
      <chakra.span flex="1 1 auto" minW="0" overflowWrap="anywhere" textStyle="sm">
        {failure && !restoring ? failure : `${namesOf(deleted)} deleted.`}
      </chakra.span>
      {(undoable || restoring) && (
        <Button
          size="sm"
          variant="outline"
          disabled={restoring}
          aria-keyshortcuts="Control+Z Meta+Z"
          onClick={() => actor.send({ type: 'undo.requested' })}
        >
          {restoring ? 'Restoring...' : 'Undo'}
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Close: ${namesOf(deleted)} deleted`}
        disabled={restoring}
        onClick={() => actor.send({ type: 'offer.closed' })}
      >
        <Icon path={mdiClose} />
      </Button>
    </chakra.div>
  )
}

function namesOf(deleted: undo.Deleted): string {
  if (deleted.kind === 'project') return deleted.name
  const [first] = deleted.files
  return deleted.files.length === 1 && first ? first.name : `${deleted.files.length} files`
}

/** Whether Ctrl-Z belongs to the field that has the focus. */
const isEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
