import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { Suspense, use } from 'react'

import * as manager from '../../../machines/files/project-files.machine'
import { MB } from '../../../machines/lib/file-size'
import type { Project } from '../../../machines/projects/project-list'
import { fileSize } from '../../ui/amounts'
import { StorageBar } from '../../ui/storage-bar'
import { timeAgo } from '../../ui/time'
import { useThumbnailMachines } from './list/thumbnail-machines'

/** The number of newest files that are listed. */
const newest = 6

type ProjectOverviewProps = {
  project: Project
  /** Whether the project disappeared while its page was open. The page reports it. */
  isGone: boolean
  files: manager.ProjectFilesActor
}

/** The notes and facts of a project, and its newest files. */
export function ProjectOverview({ project, isGone, files }: ProjectOverviewProps) {
  const loaded = useSelector(files, manager.isLoaded)
  const list = useSelector(files, manager.filesOf)
  const failure = useSelector(files, manager.filesFailureOf)
  const recent = list.toSorted((one, other) => (one.uploaded_at < other.uploaded_at ? 1 : -1)).slice(0, newest)
  return (
    <Container aria-label={`Overview of ${project.name}`}>
      <div>
        <h2>Notes</h2>
        <p className="notes">{project.notes ?? 'No notes available'}</p>
        <h2>Newest files</h2>
        {failure && !isGone && <p role="alert">{failure}</p>}
        {loaded && recent.length === 0 && (
          <p>
            No files yet.{' '}
            <Link to="/workspace/projects/$projectId/{-$tab}" params={{ projectId: project.id, tab: 'files' }}>
              Upload the board layout to begin
            </Link>
          </p>
        )}
        <ul aria-label="Newest files" aria-busy={!loaded && !failure}>
          {recent.map(({ id, name, size, folderId, uploaded_at: uploaded }) => (
            <li key={id}>
              <Link
                to="/workspace/projects/$projectId/{-$tab}"
                params={{ projectId: project.id, tab: 'files' }}
                search={{ file: id, ...(folderId === 'reports' && { folder: 'reports' }) }}
              >
                {name}
              </Link>
              <span>{fileSize(size)}</span>
              <span>{timeAgo(uploaded)}</span>
            </li>
          ))}
        </ul>
      </div>
      <aside>
        {project.thumbnail && (
          <Link
            className="board"
            aria-label={`Board of ${project.name}`}
            to="/workspace/projects/$projectId/{-$tab}"
            params={{ projectId: project.id, tab: 'board' }}
          >
            <Suspense>
              <BoardPicture fileId={project.thumbnail} />
            </Suspense>
          </Link>
        )}
        <h2>About</h2>
        <dl>
          <dt>Type</dt>
          <dd style={{ textTransform: 'capitalize' }}>{project.type}</dd>
          <dt>Created by</dt>
          <dd>{project.created_by_name}</dd>
          <dt>Last activity</dt>
          <dd>{timeAgo(project.lastActivity)}</dd>
          <dt>Files</dt>
          <dd>{project.fileCount.toLocaleString('en-US')}</dd>
          <dt>Visible to</dt>
          <dd>{project.isPrivate ? 'Members only' : 'Members and administrators'}</dd>
        </dl>
        <StorageBar
          usedMb={project.usedBytes / MB}
          limitMb={project.storageLimitBytes / MB}
          text={`${fileSize(project.usedBytes)} of ${fileSize(project.storageLimitBytes)}`}
        />
      </aside>
    </Container>
  )
}

function BoardPicture({ fileId }: { fileId: string }) {
  const address = use(useThumbnailMachines().thumbnailOf(fileId))
  return address && <img src={address} alt="" />
}

const Container = chakra('section', {
  base: {
    display: 'grid',
    gap: '8',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 288px' },
    textStyle: 'sm',
    '& h2': { mb: '2', textStyle: 'sm', fontWeight: 'semibold' },
    '& .notes': { mb: '8', maxW: '3xl', whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
    '& p': { color: 'fg.muted' },
    '& p a': { color: 'primary.fg', textDecoration: 'underline' },
    '& ul': { borderWidth: '1px', borderRadius: 'l3', _empty: { display: 'none' } },
    '& li': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto 96px',
      alignItems: 'center',
      gap: '3',
      minH: '11',
      px: '3',
      color: 'fg.muted',
    },
    '& li + li': { borderTopWidth: '1px' },
    '& li a': {
      display: 'block',
      py: '3',
      truncate: true,
      fontFamily: 'mono',
      color: 'fg',
      focusVisibleRing: 'inside',
      _hover: { color: 'primary.fg', textDecoration: 'underline' },
    },
    '& li span': { textStyle: 'figures', whiteSpace: 'nowrap' },
    '& li span:last-child': { textAlign: 'end' },
    '& .board': {
      display: 'grid',
      placeItems: 'center',
      aspectRatio: '2',
      mb: '6',
      borderWidth: '1px',
      borderRadius: 'l3',
      overflow: 'hidden',
      '& img': { w: 'full', h: 'full', objectFit: 'contain' },
      // The background of the picture, in both themes.
      bg: '#000020',
      _focusVisible: { outline: '2px solid', outlineColor: 'primary.focusRing', outlineOffset: '2px' },
    },
    '& dl': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: '4', rowGap: '2', mb: '6' },
    '& dt': { color: 'fg.muted' },
    '& dd': { overflowWrap: 'anywhere', textAlign: 'end', textStyle: 'figures' },
  },
})
