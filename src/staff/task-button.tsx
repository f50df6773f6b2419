import { Button, type ButtonProps } from '@chakra-ui/react/button'
import { Spinner } from '@chakra-ui/react/spinner'

import { useFocusAfterwards } from './staff-focus'

type TaskButtonProps = Omit<ButtonProps, 'disabled' | 'loading' | 'loadingText'> & {
  /** Whether clicks have no effect now. The click handler has to ensure this. */
  busy?: boolean
  /** Whether the button's own task is running. */
  running?: boolean
  /** The ids of the elements that can get the focus if the task removes the button; the first one found gets it. */
  next?: string[]
}

/** A button that keeps the focus while tasks are running; a disabled button would lose it. */
export function TaskButton({ busy = false, running = false, next = [], children, ...rest }: TaskButtonProps) {
  useFocusAfterwards(...next)
  return (
    <Button size="sm" {...rest} aria-disabled={busy || running} aria-busy={running}>
      {running && <Spinner size="inherit" borderWidth="0.125em" color="inherit" />}
      {children}
    </Button>
  )
}
