import type { components } from '../../openapi/generated/product'
import { anchorIn, anchorName, type CommentMark, viewOf } from '../comments/comment-anchor'

/** A place in a file of a request, to which a message points. A pin without an anchor points to the whole file. */
export type MessagePin = components['schemas']['MessagePin']
/** A pin of a message that is being written. */
export type NewPin = Omit<MessagePin, 'gone'>

/** The maximum number of pins in a message, as in the API contract. */
export const mostPins = 10

/** A pin to the place that the preview of a file shows. */
export const pinAt = (file: { id: string; name: string }, view: string): NewPin => ({
  file_id: file.id,
  file_name: file.name,
  anchor: anchorIn(view),
})

/** Describes a pin: "Net CLK_P in board.kicad_pcb". */
export const pinName = ({ file_name: name, anchor }: NewPin) => (anchor ? `${anchorName(anchor)} in ${name}` : name)

/** The view of the file that shows a pin. */
export const pinView = ({ anchor }: NewPin) => (anchor ? viewOf(anchor) : '')

/** Identifies a place. The properties of the anchor are sorted, because the database does not preserve their order. */
const placeOf = ({ file_id: id, anchor }: NewPin) =>
  JSON.stringify([id, anchor && Object.entries(anchor).toSorted(([one], [other]) => (one < other ? -1 : 1))])

export const isSamePin = (one: NewPin, other: NewPin) => placeOf(one) === placeOf(other)

/** `pins` with `pin` appended, unless it is already included or the list is full. */
export const withPin = (pins: NewPin[], pin: NewPin): NewPin[] =>
  pins.length >= mostPins || pins.some((one) => isSamePin(one, pin)) ? pins : [...pins, pin]

type Pinned = { id: string; author: string; text: string; pins?: NewPin[] }

/** The marks for the places in a file to which messages point. */
export const pinMarks = (messages: Pinned[], fileId: string): CommentMark[] =>
  messages.flatMap(({ id, author, text, pins = [] }) =>
    pins.flatMap(({ file_id: pinned, anchor }, index) =>
      pinned === fileId && anchor ? [{ id: `${id} ${index}`, of: 'message' as const, anchor, author, text }] : [],
    ),
  )
