import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiTrayFull } from '@mdi/js'
import { Link } from '@tanstack/react-router'

import { Icon } from '../../ui/icon'

/** The link to the staff queue in the header of the workspace. */
export const StaffLink = () => (
  <Button variant="ghost" colorPalette="gray" px={{ base: '0', md: '3' }} aria-label="Staff queue" asChild>
    <Link to="/staff/{-$requestId}" params={{ requestId: undefined }} preload={false}>
      <Icon path={mdiTrayFull} />
      <chakra.span hideBelow="md">Queue</chakra.span>
    </Link>
  </Button>
)
