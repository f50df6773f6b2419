import { useEffect, useLayoutEffect, useRef, useState } from 'react'

type Held = { element: HTMLElement; row: number | null }

const rowOf = (element: Element) => {
  const row = element.closest('[aria-rowindex]')
  return row && Number(row.getAttribute('aria-rowindex'))
}

/** What was held; where it is gone, the same place of the row that came after it, or of the last one; else the search. */
function successorOf(around: Element, { element, row }: Held) {
  if (element.isConnected) return element
  const rows = [...around.querySelectorAll('.body [aria-rowindex]')]
  const next = row === null ? undefined : (rows.find((one) => (rowOf(one) ?? 0) >= row) ?? rows.at(-1))
  return (
    next?.querySelector<HTMLElement>('.name button') ?? around.querySelector<HTMLElement>('input[type=search]') ?? null
  )
}

/**
 * Keeps the focus in a table that changes under it, so that the keyboard stays where it was: after a deletion, and
 * after a field was closed while it was saved. The answer goes on the element around all of it; the view that asks
 * has to be drawn again whenever its table is. `successor` says where the focus belongs, for a dialog that gives it back
 * after what opened it is gone.
 */
export function useKeptFocus() {
  const [around, setAround] = useState<HTMLElement | null>(null)
  const held = useRef<Held | null>(null)

  useEffect(() => {
    if (!around) return
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) held.current = { element: target, row: rowOf(target) }
    }
    around.addEventListener('focusin', remember)
    return () => around.removeEventListener('focusin', remember)
  }, [around])

  useLayoutEffect(() => {
    if (around && held.current && document.activeElement === document.body) successorOf(around, held.current)?.focus()
  })
  const successor = () => around && held.current && successorOf(around, held.current)
  return { around: setAround, successor }
}
