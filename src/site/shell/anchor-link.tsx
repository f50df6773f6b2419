import { Link } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

type AnchorLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'hash' | 'activeOptions'> & { hash: string }

/** The router goes nowhere when the address is the same, so a link to the anchor of now scrolls by itself. */
function scrollAgain(event: MouseEvent, hash: string) {
  if (location.hash !== `#${hash}` || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(hash)?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth' })
}

/** A link to an anchor of the home page. It is the current one only at that anchor, not wherever the home page is. */
export const AnchorLink = ({ onClick, ...props }: AnchorLinkProps) => (
  <Link
    to="/"
    activeOptions={{ includeHash: true }}
    {...props}
    onClick={(event) => {
      onClick?.(event)
      scrollAgain(event, props.hash)
    }}
  />
)
