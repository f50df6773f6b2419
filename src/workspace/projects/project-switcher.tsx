import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'

import { type Project, visibleProjects } from '../../../machines/projects/project-list'
import { workspaceHeaderHeight } from '../../ui/header-slot'

/** With more projects, users need a search, which the list of all projects provides. */
const shownAtMost = 50

type ProjectSwitcherProps = { projects: Project[]; openId: string; tab: string | undefined }

/** Lists the most recent projects on screens with enough space. A selected project opens on the current tab. */
export function ProjectSwitcher({ projects, openId, tab }: ProjectSwitcherProps) {
  const sorted = visibleProjects(projects, { query: '', sort: 'activity' })
  const recent = sorted.slice(0, shownAtMost)
  const open = sorted.find(({ id }) => id === openId)
  const shown = open && !recent.includes(open) ? [open, ...recent] : recent
  return (
    <Side aria-label="Projects">
      <ul>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <Link
              to="/workspace/projects/$projectId/{-$tab}"
              params={{ projectId: id, tab }}
              title={name}
              {...(id === openId && { 'aria-current': 'true' as const })}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {projects.length > shown.length && <Link to="/workspace">All {projects.length} projects</Link>}
    </Side>
  )
}

const Side = chakra('nav', {
  base: {
    display: { base: 'none', lg: 'block' },
    position: 'sticky',
    top: `${workspaceHeaderHeight}px`,
    h: `calc(100dvh - ${workspaceHeaderHeight}px)`,
    overflowY: 'auto',
    p: '3',
    borderInlineEndWidth: '1px',
    bg: 'bg.subtle',
    '@media (max-height: 399px)': { position: 'static', h: 'auto', maxH: '100dvh' },
    '& a': {
      display: 'block',
      px: '3',
      py: '1.5',
      textStyle: 'sm',
      color: 'fg.muted',
      borderRadius: 'l2',
      truncate: true,
      focusVisibleRing: 'inside',
      _hover: { bg: 'bg.muted', color: 'fg' },
      '@media (pointer: coarse)': { py: '3' },
      '&[aria-current]': {
        bg: 'bg.emphasized',
        color: 'fg',
        fontWeight: 'medium',
        _highContrast: { outline: '2px solid Highlight', outlineOffset: '-2px' },
      },
    },
  },
})
