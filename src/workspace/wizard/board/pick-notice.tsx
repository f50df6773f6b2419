import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { shallowEqual, useSelector } from '@xstate/react'
import { useId, useRef } from 'react'

import type { BoardSelectionActor } from '../../../../machines/previews/board/board-selection.machine'
import * as onBoard from '../../../../machines/wizard/board/board-rows.machine'
import { focusIfLost } from '../../../ui/focus-if-lost'
import { useEmitted } from '../../../ui/use-emitted'

type PickNoticeProps = { rows: onBoard.BoardRowsActor; selection: BoardSelectionActor }

/**
 * The result of the last click, with a button that removes the nets that the click added. Its place is kept free before
 * the first click, because the board must not move under the pointer.
 */
export function PickNotice({ rows, selection }: PickNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  const id = useId()
  const result = useSelector(rows, onBoard.pickResultOf)
  const canUndo = useSelector(rows, onBoard.canUndoPick)
  // A selected net has nearly the color of the row, so it would look as if it were still added.
  useEmitted(rows, { 'pick.undone': ({ nets }) => selection.send({ type: 'nets.deselected', names: nets }) })
  return (
    <chakra.div ref={notice} tabIndex={-1} css={[noticeStyle, canUndo && addedStyle]}>
      <chakra.span id={id} role="status" flex="1" minW="0" overflowWrap="anywhere">
        {result}
      </chakra.span>
      {canUndo && (
        <Button
          size="xs"
          variant="outline"
          bg="bg.panel"
          aria-describedby={id}
          onClick={() => {
            // This button disappears, and the focus with it.
            notice.current?.focus()
            rows.send({ type: 'undo.requested' })
          }}
        >
          Undo
        </Button>
      )}
    </chakra.div>
  )
}

const noticeStyle: SystemStyleObject = {
  minH: '11',
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  textStyle: 'sm',
  borderWidth: '1px',
  borderColor: 'transparent',
  borderRadius: 'l2',
  outline: 'none',
}
const addedStyle: SystemStyleObject = {
  colorPalette: 'success',
  px: '3',
  fontWeight: 'medium',
  borderColor: 'colorPalette.border',
  bg: 'colorPalette.subtle',
}

/** The button that adds the selected net to a row, or the reason why it cannot be added. */
export function PickAction({ rows, net }: { rows: onBoard.BoardRowsActor; net: string }) {
  const { action, reason } = useSelector(rows, (snapshot) => onBoard.pickOfferOf(snapshot, net), shallowEqual)
  if (action === null) {
    return (
      <chakra.p ref={focusIfLost} tabIndex={-1} outline="none" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        {reason}
      </chakra.p>
    )
  }
  return (
    <Button
      size="xs"
      variant="outline"
      justifySelf="start"
      onClick={() => rows.send({ type: 'net.picked', name: net, isZone: false })}
    >
      {action}
    </Button>
  )
}
