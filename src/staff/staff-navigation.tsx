import { chakra } from '@chakra-ui/react/styled-system'

import { pageClick } from '../ui/page-click'

export type StaffSection =
  | 'requests'
  | 'customers'
  | 'messages'
  | 'prices'
  | 'accounting'
  | 'activity'
  | 'news'
  | 'failed-jobs'

const sections: { id: StaffSection; name: string; address: string }[] = [
  { id: 'requests', name: 'Requests', address: '/staff' },
  { id: 'customers', name: 'Customers', address: '/staff/customers' },
  { id: 'messages', name: 'Contact messages', address: '/staff/messages' },
  { id: 'prices', name: 'Prices', address: '/staff/prices' },
  { id: 'accounting', name: 'Accounting', address: '/staff/accounting' },
  { id: 'activity', name: 'Activity', address: '/staff/activity' },
  { id: 'news', name: 'News', address: '/staff/news' },
  { id: 'failed-jobs', name: 'Failed jobs', address: '/staff/failed-jobs' },
]

/** Scrolls the link of the current page into view: on a phone, not all links are visible. */
const scrollIntoSight = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

type StaffNavigationProps = { current: StaffSection; onOpen: (section: StaffSection) => void }

/** The links between the parts of the staff's pages. */
export const StaffNavigation = ({ current, onOpen }: StaffNavigationProps) => (
  <chakra.nav
    aria-label="Staff"
    display="flex"
    gap={{ base: '1', sm: '2' }}
    px={{ base: '2', md: '6' }}
    borderBottomWidth="1px"
    overflowX="auto"
    overflowY="hidden"
    css={{
      '& a': {
        display: 'inline-flex',
        alignItems: 'center',
        h: '11',
        px: '2',
        textStyle: 'sm',
        fontWeight: 'medium',
        whiteSpace: 'nowrap',
        color: 'fg.muted',
        borderBottomWidth: '2px',
        borderColor: 'transparent',
        focusVisibleRing: 'inside',
        _hover: { color: 'fg' },
        '&[aria-current]': { color: 'fg', borderColor: 'primary.solid' },
      },
    }}
  >
    {sections.map(({ id, name, address }) => (
      <a
        key={id}
        href={address}
        {...(id === current && { 'aria-current': 'page' as const, ref: scrollIntoSight })}
        onClick={pageClick(() => onOpen(id))}
      >
        {name}
      </a>
    ))}
  </chakra.nav>
)
