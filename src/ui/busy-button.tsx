import { Button, type ButtonProps } from '@chakra-ui/react/button'
import { Spinner } from '@chakra-ui/react/spinner'
import { useEffect, useLayoutEffect, useRef } from 'react'

type BusyButtonProps = Omit<ButtonProps, 'ref'> & {
  busy: boolean
  /** Replaces the text while the button is busy. */
  busyText?: string
}

/**
 * This code is not needed until the user interacts with the page. If it fails to load, the only effect is that the
 * focus is lost.
 */
const loadFocusedBefore = () => import('./focused-before')

/**
 * A button that shows whether the task that it started is running. Meanwhile, clicks have no effect, but the button is
 * not disabled, so that it keeps the focus. If it is removed, as after the last page of a list, the control before it
 * gets the focus.
 */
export function BusyButton({ busy, busyText, disabled, onClick, children, ...props }: BusyButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const beforeRemoval = useRef<(() => void) | null>(null)
  useEffect(() => {
    loadFocusedBefore().then(
      ({ focusedBefore }) => {
        beforeRemoval.current = focusedBefore(button.current)
      },
      () => {},
    )
  }, [])
  useLayoutEffect(() => () => beforeRemoval.current?.(), [])
  return (
    <Button
      {...props}
      ref={button}
      {...(busy ? { 'aria-disabled': true } : { disabled })}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Spinner size="inherit" />}
      {(busy && busyText) || children}
    </Button>
  )
}
