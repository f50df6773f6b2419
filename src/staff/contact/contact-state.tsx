import type { ContactSummary } from '../../../machines/staff/contact/contact-list.machine'
import { Badge } from '../../ui/badge'

const states = {
  new: { name: 'New', palette: 'warning' },
  assigned: { name: 'Assigned', palette: 'info' },
  done: { name: 'Done', palette: 'success' },
} as const

export const ContactStateBadge = ({ state }: Pick<ContactSummary, 'state'>) => (
  <Badge colorPalette={states[state].palette}>{states[state].name}</Badge>
)
