import { type ComponentType, useEffect, useState } from 'react'

import { showConnectionNotice } from './load-failure'
import type { ToastPlace } from './toasts'

const listeners = new Set<(text: string) => void>()

/** Shows an error toast. */
export const tell = (text: string) => {
  for (const show of listeners) show(text)
}

/** The region for toasts. Its code is loaded with the first toast. */
export function LazyToasts({ place }: { place: ToastPlace }) {
  const [Toasts, setToasts] = useState<ComponentType<{ place: ToastPlace }> | null>(null)
  useEffect(() => {
    const show = (text: string) => {
      void import('./toasts').then(({ Toasts, showToast }) => {
        setToasts(() => Toasts)
        showToast(place, text)
      }, showConnectionNotice)
    }
    listeners.add(show)
    return () => void listeners.delete(show)
  }, [place])
  return Toasts && <Toasts place={place} />
}
