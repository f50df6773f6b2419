import { Button, type ButtonProps } from '@chakra-ui/react/button'
import { Spinner } from '@chakra-ui/react/spinner'

import { useFocusAfterwards } from './staff-focus'

type TaskButtonProps = Omit<ButtonProps, 'disabled' | 'loading' | 'loadingText'> & {
  /** Whether a click has no effect now, which the handler has to ensure. */
  busy?: boolean
  /** Whether its own task is running. */
  running?: boolean
  /** The ids of the elements that get the focus if its task removes the button. */
  next?: string[]
}

/** A button that keeps the focus while tasks are running, which a disabled button would lose. */
export function TaskButton({ busy = false, running = false, next = [], children, ...rest }: TaskButtonProps) {
  useFocusAfterwards(...next)
  return (
    <Button size="sm" {...rest} aria-disabled={busy || running} aria-busy={running}>
      {running && <Spinner size="inherit" borderWidth="0.125em" color="inherit" />}
      {children}
    </Button>
  )
}
