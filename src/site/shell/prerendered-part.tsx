import { type ReactNode, useCallback, useState } from 'react'

/**
 * Finds a prerendered part, which is an element with `data-part`. Such a part stays in the document as static HTML, so
 * that its code is never loaded. Returns null if the part is not in the document, for example after a navigation within
 * the site; the part is then rendered.
 */
const findPart = (part: string) =>
  typeof document === 'undefined' ? null : document.querySelector(`[data-part="${part}"]`)

export const exists = (part: string) => findPart(part) !== null

/** Empty HTML in a form that Trusted Types accept. During hydration, React keeps the prerendered content anyway. */
export const emptyHtml = {
  __html: (globalThis as { trustedTypes?: { emptyHTML: string } }).trustedTypes?.emptyHTML ?? '',
}

/** Keeps a prerendered part. Renders `children` if the part is not in the document. */
export function Kept({ part, children }: { part: string; children: ReactNode }) {
  const [existing] = useState(() => findPart(part))
  const restore = useCallback(
    (element: HTMLDivElement | null) => {
      // If React replaced the page after a hydration error, move the content over from the discarded element.
      if (element && existing && element !== existing) element.replaceChildren(...existing.childNodes)
    },
    [existing],
  )
  if (!existing) return <div data-part={part}>{children}</div>
  return <div data-part={part} ref={restore} suppressHydrationWarning dangerouslySetInnerHTML={emptyHtml} />
}
