import { chakra } from '@chakra-ui/react/styled-system'
import type { PointerEvent } from 'react'

import { anchorName, type CommentMark } from '../../../machines/comments/comment-anchor'

type CommentMarkButtonProps = {
  mark: CommentMark
  isOpen: boolean
  onOpen: (id: string) => void
  /** The position in the surrounding element, in pixels. */
  left: number
  top: number
}

/**
 * The mark of a comment or message in a preview, with its author's initials. A click opens the comment's thread, or
 * shows the message's place.
 */
export function CommentMarkButton({
  mark: { id, of, anchor, author, text },
  isOpen,
  onOpen,
  ...at
}: CommentMarkButtonProps) {
  // The preview below must not handle the press as its own.
  const keep = (event: PointerEvent) => event.stopPropagation()
  return (
    <Pin
      type="button"
      style={at}
      title={text}
      aria-label={`${of === 'comment' ? 'Comment' : 'Message'} by ${author}, ${anchorName(anchor)}: ${text.slice(0, 80)}`}
      aria-pressed={isOpen}
      data-own-arrows=""
      onPointerDown={keep}
      onPointerUp={keep}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={() => onOpen(id)}
      // Drawn by CSS: initials rendered as text would have to be part of the accessible name.
      data-initials={initials(author)}
    />
  )
}

const initials = (name: string) => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return `${first.charAt(0)}${others.at(-1)?.charAt(0) ?? ''}`.toUpperCase()
}

/** A drop-shaped marker whose tip is at the position. Its click target is larger than the drawing. */
const Pin = chakra('button', {
  base: {
    _after: { content: 'attr(data-initials)' },
    position: 'absolute',
    display: 'grid',
    placeItems: 'center',
    w: '28px',
    h: '28px',
    mt: '-28px',
    borderRadius: '14px 14px 14px 0',
    borderWidth: '2px',
    borderColor: 'bg',
    bg: 'accent.solid',
    color: 'accent.contrast',
    fontSize: '11px',
    fontWeight: 'semibold',
    lineHeight: '1',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    _before: { content: '""', position: 'absolute', inset: '-10px' },
    _hover: { zIndex: '1' },
    _pressed: { zIndex: '1', outline: '2px solid', outlineColor: 'fg' },
  },
})
