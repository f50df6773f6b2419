import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiDeleteOutline, mdiLock, mdiPencilOutline, mdiSineWave } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { type ReactNode, use, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

import type { Project } from '../../../machines/projects/project-list'
import { HeaderSlot, workspaceHeaderHeight } from '../../ui/header-slot'
import { Icon } from '../../ui/icon'
import { ErrorNotice } from '../../ui/notices/notices'
import { lowWindow, pageControls } from '../../ui/theme/accessibility-styles'
import { newMark } from '../../ui/theme/new-mark'
import { touchTarget } from '../../ui/theme/recipes'
import { lostProject } from './lost-project'
import { ProjectSwitcher } from './project-switcher'

type ProjectPageProps = {
  project: Project
  /** Whether the project disappeared while its page was open. */
  isGone: boolean
  /** All projects of the user. */
  projects: Project[]
  /** Undefined for the overview. */
  tab: string | undefined
  tabs: { tab?: string; name: string; count?: number; isNew?: boolean | undefined }[]
  onRequest: () => void
  onEdit: () => void
  /** Null if the user has no permission to delete. */
  onDelete: (() => void) | null
  /** The content of the open tab. */
  children: ReactNode
}

const address = '/workspace/projects/$projectId/{-$tab}'

/** The frame of a project's page: the other projects, the project's name and actions, and its tabs. */
export function ProjectPage({
  project,
  isGone,
  projects,
  tab,
  tabs,
  onRequest,
  onEdit,
  onDelete,
  children,
}: ProjectPageProps) {
  const { id, name } = project
  const heading = useRef<HTMLHeadingElement>(null)
  // The element that opened the page is gone, so let keyboard and screen reader users begin at the project's name.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [id])

  const tabList = useRef<HTMLElement>(null)
  // On a phone, the last tabs are outside the window until they are scrolled into view.
  useEffect(() => {
    const { current } = tabList
    const open = current?.querySelector<HTMLElement>('[aria-current]')
    if (current && open) current.scrollLeft = open.offsetLeft + open.offsetWidth - current.clientWidth
  }, [tab])

  const slot = use(HeaderSlot)
  const breadcrumb = (
    <Breadcrumb aria-label="Breadcrumb">
      <Link to="/workspace" search={{ project: id }}>
        Projects
      </Link>
      <span>{name}</span>
    </Breadcrumb>
  )

  return (
    <Container css={pageControls}>
      {slot && createPortal(breadcrumb, slot)}
      <ProjectSwitcher projects={projects} openId={id} tab={tab} />
      <div className="page">
        <header>
          <h1 ref={heading} tabIndex={-1}>
            {name}
            {project.isPrivate && <Icon path={mdiLock} size="18px" label="Private" />}
          </h1>
          <div className="actions">
            {isGone ? (
              <Button size="sm" asChild>
                <Link to="/workspace">All projects</Link>
              </Button>
            ) : (
              <>
                <Button size="sm" variant="outline" onClick={onEdit} aria-label={`Edit ${name}`}>
                  <Icon path={mdiPencilOutline} />
                  Edit
                </Button>
                {onDelete && (
                  <Button size="sm" variant="outline" onClick={onDelete} aria-label={`Delete ${name}`}>
                    <Icon path={mdiDeleteOutline} />
                    Delete
                  </Button>
                )}
                <Button size="sm" name="request" onClick={onRequest}>
                  <Icon path={mdiSineWave} />
                  Request Simulation
                </Button>
              </>
            )}
          </div>
        </header>
        <nav ref={tabList} aria-label="Project" className="tabs">
          <ul>
            {tabs.map((one) => (
              <li key={one.name}>
                <Link
                  to={address}
                  params={{ projectId: id, tab: one.tab }}
                  resetScroll={false}
                  activeOptions={{ exact: true, includeSearch: false }}
                >
                  {one.name}
                  {one.isNew && <span className="new">New</span>}
                  {one.count !== undefined && <span className="count">{one.count.toLocaleString('en-US')}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {isGone && (
          <chakra.div mb="4">
            <ErrorNotice title={lostProject} text="What you see may be out of date, and changes cannot be saved." />
          </chakra.div>
        )}
        {children}
      </div>
    </Container>
  )
}

type MissingProjectProps = { failure: string | null; onRetry: () => void }

/** Shown if the list does not contain the project, or could not be loaded. */
export const MissingProject = ({ failure, onRetry }: MissingProjectProps) => (
  <chakra.div px={{ base: '4', md: '8' }} py="8" display="grid" gap="4" justifyItems="start">
    <chakra.h1 textStyle="2xl" fontWeight="semibold">
      Project
    </chakra.h1>
    {failure ? (
      <ErrorNotice title={failure} text="Your projects are safe; only the list is missing." onRetry={onRetry} />
    ) : (
      <ErrorNotice
        title="There is no such project, or you are not a member of it."
        text="Ask the person who sent you the link to add you to the project."
      />
    )}
    <Button asChild variant="outline">
      <Link to="/workspace">All projects</Link>
    </Button>
  </chakra.div>
)

const Breadcrumb = chakra('nav', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    textStyle: 'sm',
    color: 'fg.muted',
    // On the narrowest screens, the header has no room for this link next to running uploads. The header's search also
    // leads to the list of projects.
    '@media (max-width: 359px)': { '& a': { display: 'none' } },
    '& a': { ...touchTarget, borderRadius: 'l1', focusVisibleRing: 'outside', _hover: { color: 'fg' } },
    '& span': {
      truncate: true,
      fontWeight: 'medium',
      color: 'fg',
      '&::before': { content: '"/"', me: '2', fontWeight: 'normal', color: 'fg.muted' },
    },
  },
})

const Container = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '216px minmax(0, 1fr)' },
    minH: `calc(100dvh - ${workspaceHeaderHeight}px)`,
    '& > .page': { minW: '0', px: { base: '4', lg: '6' }, pb: '4' },
    '& header': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '2',
      rowGap: '2',
      pt: '4',
      pb: '2',
      minH: '14',
    },
    '& h1': {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      minW: '0',
      textStyle: 'lg',
      fontWeight: 'semibold',
      overflowWrap: 'anywhere',
      outline: 'none',
    },
    '& header .actions': { display: 'flex', flexWrap: 'wrap', gap: '2', ms: 'auto' },
    '& .tabs': { position: 'relative', borderBottomWidth: '1px', mb: '4', overflowX: 'auto', overflowY: 'hidden' },
    '& .tabs ul': { display: 'flex', gap: { base: '1', sm: '2' } },
    '& .tabs a': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
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
    '& .tabs .new': newMark,
    '& .tabs .count': { textStyle: 'figures', fontWeight: 'normal', color: 'fg.muted' },
    [lowWindow]: { minH: '0' },
  },
})
