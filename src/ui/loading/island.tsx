import { type ReactNode, useState } from 'react'

import { Later } from './deferred'

/** Resolves when a prerendered part becomes visible or is used; null if the part was not prerendered. */
function whenNeeded(name: string): Promise<void> | null {
  const part = typeof document === 'undefined' ? null : document.querySelector(`[data-later="${name}"]`)
  // Observe the first child, because the wrapper itself has `display: contents` and therefore no box.
  const box = part?.firstElementChild
  if (!part || !box) return null
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect()
      resolve()
    }
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) end()
    })
    observer.observe(box)
    for (const use of ['pointerover', 'focusin', 'click']) part.addEventListener(use, end, { once: true })
  })
}

type IslandProps = {
  name: string
  /** Whether the page opens with content that only the part's code can show. */
  isNeeded?: boolean
  children: ReactNode
}

/** A prerendered part that hydrates when it is visible or used. Until then its code is not loaded. */
export function Island({ name, isNeeded = false, children }: IslandProps) {
  const [needed] = useState(() => (isNeeded ? null : whenNeeded(name)))
  return (
    <Later name={name} after={needed}>
      {children}
    </Later>
  )
}
