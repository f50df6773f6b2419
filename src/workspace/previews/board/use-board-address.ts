import { useSelector } from '@xstate/react'

import { addressOf } from '../../../../machines/previews/board/board-address'
import type { viewAddressMachine } from '../../../../machines/previews/view-address.machine'
import { addressedViewOf, type BoardViewActor, factsOf } from '../../../../machines/previews/board/board-view.machine'
import type { PreviewAddress } from '../preview-address'
import { useSettledView } from '../use-settled-view'

type Addressed = {
  actor: BoardViewActor
  /** The net that is highlighted because it is selected. */
  net?: string | null
  /** Null if the page's URL does not contain the view. */
  address: PreviewAddress | null
  /** A view that the URL contains in addition to the board's view. */
  more?: string
}

/** Puts a board's view into the page's URL once the view has stopped changing. */
export function useBoardAddress(
  machine: typeof viewAddressMachine,
  { actor, net = null, address, more = '' }: Addressed,
) {
  const isRead = useSelector(actor, (snapshot) => factsOf(snapshot) !== null)
  const shown = useSelector(actor, (snapshot) =>
    [addressOf(addressedViewOf(snapshot, net)), more].filter((part) => part !== '').join('*'),
  )
  useSettledView(machine, { view: isRead ? shown : null, address })
}
