import { type ComponentType, useEffect, useState } from 'react'

const listeners = new Set<(text: string) => void>()

/** Tells the reader of the public site of something that went wrong. */
export const tell = (text: string) => {
  for (const show of listeners) show(text)
}

/** Where such notices appear. What draws them is loaded with the first. */
export function SiteToaster() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  useEffect(() => {
    const show = (text: string) => {
      void import('./toasts').then(({ SiteToasts, showSiteToast }) => {
        setToasts(() => SiteToasts)
        showSiteToast('error', text)
      })
    }
    listeners.add(show)
    return () => void listeners.delete(show)
  }, [])
  return Toasts && <Toasts />
}
