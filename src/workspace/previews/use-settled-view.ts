import { useActorRef } from '@xstate/react'
import { useEffect } from 'react'

import type { viewAddressMachine } from '../../../machines/previews/view-address.machine'
import type { PreviewAddress } from './preview-address'
import { useEmitted } from '../../ui/use-emitted'

/**
 * Puts a view into the page's URL once it has stopped changing. The view is null until it is known, and the address is
 * null if the page's URL does not contain the view.
 */
export function useSettledView(
  machine: typeof viewAddressMachine,
  { view, address }: { view: string | null; address: PreviewAddress | null },
) {
  const inAddress = useActorRef(machine, { input: { address: address?.view ?? '' } })
  useEffect(() => {
    if (view !== null) inAddress.send({ type: 'view.changed', address: view })
  }, [inAddress, view])

  useEmitted(inAddress, { 'address.changed': ({ address: settled }) => address?.onView(settled) })
}
