import { Spinner } from '@chakra-ui/react/spinner'
import { chakra } from '@chakra-ui/react/styled-system'

/** A spinner with a label, shown while a page is loading. */
export function PageSpinner({ text }: { text: string }) {
  return (
    <chakra.div role="status" display="grid" justifyItems="center" gap="4" py="24" color="fg.muted">
      <Spinner size="lg" color="primary.solid" />
      <span>{text}</span>
    </chakra.div>
  )
}
