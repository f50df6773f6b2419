import { Link } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

type AnchorLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'hash' | 'activeOptions'> & { hash: string }

/** Scrolls to the anchor if it is already in the URL, because the router then ignores the navigation. */
function scrollAgain(event: MouseEvent, hash: string) {
  if (location.hash !== `#${hash}` || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(hash)?.scrollIntoView({ behavior: isReduced ? 'auto' : 'smooth' })
}

/** A link to an anchor of the home page. It is active only at that anchor, not on the whole home page. */
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
