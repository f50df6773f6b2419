import { type ReactNode, useCallback, useState } from 'react'

/**
 * Prerendered parts that the browser keeps as they stand, so that their script is not loaded again. A part is an element
 * with `data-part`; where it is not in the document, as after a navigation within the site, it is rendered.
 */
const standing = (part: string) =>
  typeof document === 'undefined' ? null : document.querySelector(`[data-part="${part}"]`)

export const stands = (part: string) => standing(part) !== null

/** Nothing, as React may set it under Trusted Types. On hydration it leaves the prerendered content alone. */
export const emptyHtml = {
  __html: (globalThis as { trustedTypes?: { emptyHTML: string } }).trustedTypes?.emptyHTML ?? '',
}

/** `children` are what to render where the part does not stand. */
export function Kept({ part, children }: { part: string; children: ReactNode }) {
  const [kept] = useState(() => standing(part))
  const putBack = useCallback(
    (element: HTMLDivElement | null) => {
      // Should React have made the page anew, the part comes back from the one it threw away.
      if (element && kept && element !== kept) element.replaceChildren(...kept.childNodes)
    },
    [kept],
  )
  if (!kept) return <div data-part={part}>{children}</div>
  return <div data-part={part} ref={putBack} suppressHydrationWarning dangerouslySetInnerHTML={emptyHtml} />
}
