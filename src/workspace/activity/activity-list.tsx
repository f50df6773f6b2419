import { chakra } from '@chakra-ui/react/styled-system'
import {
  mdiAccountOutline,
  mdiCommentTextOutline,
  mdiFileOutline,
  mdiFolderOutline,
  mdiHistory,
  mdiLinkVariant,
  mdiSineWave,
} from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'

import { BusyButton } from '../../ui/busy-button'
import { type ActivityEntry, activitySentence } from '../../../machines/activity/activity-sentence'
import * as activity from '../../../machines/activity/project-activity.machine'
import { folderOf, type ProjectFile } from '../../../machines/files/file-order'
import { Icon } from '../../ui/icon'
import { activityDays, timeOfDay } from './activity-days'

type ActivityListProps = { actor: activity.ProjectActivityActor; projectId: string; files: ProjectFile[] }

/** The loaded entries by day, with a button that loads older ones. */
export function ActivityList({ actor, projectId, files }: ActivityListProps) {
  const entries = useSelector(actor, activity.entriesOf)
  const more = useSelector(actor, activity.hasMore)
  const loadingMore = useSelector(actor, activity.isLoadingMore)
  const known = new Map(files.map((file) => [file.id, file]))
  return (
    <Container>
      {activityDays(entries).map(({ name, entries: ofDay }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <ul>
            {ofDay.map((entry) => (
              <li key={entry.id}>
                <Icon path={iconOf(entry.kind)} />
                <p>
                  <Entry entry={entry} projectId={projectId} file={known.get(entry.file_id ?? '')} />
                </p>
                <time dateTime={entry.at}>{timeOfDay(entry.at)}</time>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {more && (
        <BusyButton
          justifySelf="center"
          variant="outline"
          busy={loadingMore}
          onClick={() => actor.send({ type: 'page.requested' })}
        >
          Show more
        </BusyButton>
      )}
    </Container>
  )
}

type EntryProps = { entry: ActivityEntry; projectId: string; file: ProjectFile | undefined }

function Entry({ entry, projectId, file }: EntryProps) {
  const { who, lead, subject, tail } = activitySentence(entry)
  return (
    <>
      {who !== null && <strong>{who}</strong>} {lead}
      <Subject name={subject} requestId={entry.request_id} projectId={projectId} file={file} />
      {tail}
    </>
  )
}

type SubjectProps = { name: string; requestId: string | null; projectId: string; file: ProjectFile | undefined }

/** Links to the request or to the file, unless the file has been deleted or replaced since. */
function Subject({ name, requestId, projectId, file }: SubjectProps) {
  if (requestId !== null) {
    return (
      <Link to="/workspace/requests/{-$requestId}" params={{ requestId }}>
        {name}
      </Link>
    )
  }
  if (!file) return <span>{name}</span>
  return (
    <Link
      to="/workspace/projects/$projectId/{-$tab}"
      params={{ projectId, tab: 'files' }}
      search={{ file: file.id, ...(folderOf(file) === 'reports' && { folder: 'reports' }) }}
    >
      {name}
    </Link>
  )
}

const icons: Record<string, string> = {
  file: mdiFileOutline,
  revision: mdiHistory,
  comment: mdiCommentTextOutline,
  link: mdiLinkVariant,
  member: mdiAccountOutline,
  person: mdiAccountOutline,
  invitation: mdiAccountOutline,
  request: mdiSineWave,
  delivery: mdiSineWave,
}

/** The icon for a kind, chosen by the first word of its name. */
const iconOf = (kind: string) => icons[kind.split(' ')[0] ?? ''] ?? mdiFolderOutline

const Container = chakra('div', {
  base: {
    display: 'grid',
    gap: '6',
    textStyle: 'sm',
    '& h2': { mb: '2', textStyle: 'sm', fontWeight: 'semibold' },
    '& ul': { borderWidth: '1px', borderRadius: 'l3' },
    '& li': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr) auto',
      alignItems: 'center',
      columnGap: '3',
      minH: '11',
      px: '3',
      py: '2',
    },
    '& li + li': { borderTopWidth: '1px' },
    '& li svg': { color: 'fg.muted' },
    '& li p': { overflowWrap: 'anywhere', color: 'fg.muted' },
    '& li strong': { fontWeight: 'medium', color: 'fg' },
    '& li p span': { color: 'fg' },
    '& li a': {
      color: 'primary.fg',
      textDecoration: 'underline',
      borderRadius: 'l1',
      focusVisibleRing: 'outside',
      '@media (pointer: coarse)': { display: 'inline-block', py: '3' },
    },
    '& time': { textStyle: 'figures', color: 'fg.muted', whiteSpace: 'nowrap' },
  },
})
