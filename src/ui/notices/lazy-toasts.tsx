import { type ComponentType, useEffect, useState } from 'react'

import { showConnectionNotice } from '../loading/load-failure'
import { showNotices } from './notify'
import type { ToastPlace } from './toasts'

/** The region for toasts. Its code is loaded with the first toast. */
export function LazyToasts({ place }: { place: ToastPlace }) {
  const [Toasts, setToasts] = useState<ComponentType<{ place: ToastPlace }> | null>(null)
  useEffect(
    () =>
      showNotices((text, kind, until) => {
        void import('./toasts').then(({ Toasts, showToast }) => {
          setToasts(() => Toasts)
          showToast(place, text, kind, until)
        }, showConnectionNotice)
      }),
    [place],
  )
  return Toasts && <Toasts place={place} />
}
