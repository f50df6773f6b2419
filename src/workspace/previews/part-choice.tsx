import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'

import { focusIfLost } from '../../ui/focus-if-lost'

type PartChoiceProps = {
  label: string
  names: string[]
  chosen: number
  onChoose: (index: number) => void
  /** Whether the chosen part gets the focus if the element that had it has been removed. */
  takesLostFocus?: boolean
}

/** Buttons for the parts of a file, such as its sheets or layers. */
export const PartChoice = ({ label, names, chosen, onChoose, takesLostFocus = false }: PartChoiceProps) => (
  <chakra.div
    role="group"
    aria-label={label}
    display="flex"
    flexShrink="0"
    flexWrap="wrap"
    gap="1"
    mb="2"
    maxH="32"
    overflow="auto"
    // Leaves space for the focus ring.
    p="1"
    mx="-1"
    mt="-1"
  >
    {names.map((name, index) => (
      <Button
        key={index}
        size="xs"
        variant={index === chosen ? 'solid' : 'outline'}
        aria-pressed={index === chosen}
        ref={takesLostFocus && index === chosen ? focusIfLost : null}
        onClick={() => onChoose(index)}
      >
        {name}
      </Button>
    ))}
  </chakra.div>
)
