import { Button } from '@chakra-ui/react/button'
import { type ReactNode, useState } from 'react'

/** The number of items that are shown until the user asks for all. */
const firstShown = 8

type PanelListProps = {
  /** The id of the element that names the list. */
  labelledBy?: string
  /** Whether there are more items than those in the list. */
  isPartial?: boolean
  children: ReactNode[]
}

/** A list in the panel beside a board. Of a long list, the first items are shown, and the others on request. */
export function PanelList({ labelledBy, isPartial = false, children }: PanelListProps) {
  const [isWhole, setIsWhole] = useState(false)
  const { length } = children
  if (length === 0) return null
  return (
    <>
      <ul aria-labelledby={labelledBy}>{isWhole ? children : children.slice(0, firstShown)}</ul>
      {length > firstShown && (
        <Button
          size="xs"
          variant="plain"
          justifySelf="start"
          aria-expanded={isWhole}
          aria-describedby={labelledBy}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : isPartial ? `Show the first ${length}` : `Show all ${length}`}
        </Button>
      )}
    </>
  )
}
