import { useEffect, useLayoutEffect, useRef, useState } from 'react'

type Held = { element: HTMLElement; row: number | null }

const rowOf = (element: Element) => {
  const row = element.closest('[aria-rowindex]')
  return row && Number(row.getAttribute('aria-rowindex'))
}

/**
 * Returns the element that had the focus. If it was removed, returns the name button of the row that took its place or
 * of the last row, or else the search field; null if there is none.
 */
function successorOf(around: Element, { element, row }: Held) {
  if (element.isConnected) return element
  const rows = [...around.querySelectorAll('.body [aria-rowindex]')]
  const next = row === null ? undefined : (rows.find((one) => (rowOf(one) ?? 0) >= row) ?? rows.at(-1))
  return (
    next?.querySelector<HTMLElement>('.name button') ?? around.querySelector<HTMLElement>('input[type=search]') ?? null
  )
}

/**
 * Keeps the focus in a table whose rows change, so that keyboard users keep their position, for example after a
 * deletion or after a field was closed while it was being saved. Pass `around` as the ref of the element around the
 * table, in a component that re-renders whenever the table does. `successor` returns the element to focus when a dialog
 * closes after the element that opened it was removed.
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
