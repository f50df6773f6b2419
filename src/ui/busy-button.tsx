import { Button, type ButtonProps } from '@chakra-ui/react/button'
import { Spinner } from '@chakra-ui/react/spinner'

type BusyButtonProps = ButtonProps & {
  busy: boolean
  /** Replaces the text meanwhile. */
  busyText?: string
}

/**
 * A button that shows whether what it started is running. Meanwhile it does nothing, but it keeps the focus, which a
 * disabled button loses.
 */
export const BusyButton = ({ busy, busyText, onClick, children, ...props }: BusyButtonProps) => (
  <Button
    {...props}
    {...(busy && { 'aria-disabled': true })}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  >
    {busy && <Spinner size="inherit" />}
    {(busy && busyText) || children}
  </Button>
)
