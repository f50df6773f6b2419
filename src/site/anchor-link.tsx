import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type AnchorLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'hash' | 'activeOptions'> & { hash: string }

/** A link to an anchor of the home page. It is the current one only at that anchor, not wherever the home page is. */
export const AnchorLink = (props: AnchorLinkProps) => <Link to="/" activeOptions={{ includeHash: true }} {...props} />
