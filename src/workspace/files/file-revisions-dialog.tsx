import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFileCompare } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'

import { withPrevious } from '../../../machines/files/compared-files'
import * as revisions from '../../../machines/files/file-revisions.machine'
import type { ProjectFile } from '../../../machines/files/file-order'
import { fileSize } from '../../ui/amounts'
import { DialogFrame } from '../../ui/dialog/dialog-frame'
import { Icon } from '../../ui/icon'
import { ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { dateAndTime } from '../../ui/time'
import { useEmitted } from '../../ui/use-emitted'
import { useFileMachines } from './machines'
import { RevisionNote } from './revision-note'

type Actions = {
  onPreview: (revision: revisions.Revision) => void
  onDownload: (revision: revisions.Revision) => void
  /**
   * Compares the current revision with an earlier one. `before` is the id of the earlier one, or `withPrevious` for the
   * previous one. Undefined if files cannot be compared here.
   */
  onCompare?: ((before: string) => void) | undefined
}

type FileRevisionsDialogProps = Actions & {
  file: Pick<ProjectFile, 'id' | 'name'>
  /** Whether someone else deleted the file, or uploaded a new revision of it, while the dialog was open. */
  isGone: boolean
  /** Called with the updated file and its previous id. */
  onRestored: (file: ProjectFile, gone: string) => void
  onDeleted: () => void
  onClose: () => void
}

/** The revisions of a file, newest first. */
export function FileRevisionsDialog({ file, isGone, onRestored, onDeleted, onClose, ...on }: FileRevisionsDialogProps) {
  const actor = useActorRef(useFileMachines().fileRevisions, { input: { fileId: file.id } })
  const list = useSelector(actor, revisions.revisionsOf)
  const listed = useSelector(actor, revisions.areListed)
  const failure = useSelector(actor, revisions.revisionsFailureOf)
  const refusal = useSelector(actor, revisions.refusalOf)
  const busy = useSelector(actor, revisions.isRevisionsBusy)
  const isUnsent = useSelector(actor, revisions.isNoteUnsent)

  useEmitted(actor, {
    'file.restored': (event) => onRestored(event.file, event.gone),
    'revision.deleted': onDeleted,
  })

  return (
    <DialogFrame
      title={`Revisions of ${file.name}`}
      size="xl"
      busy={listed && busy}
      isUnsent={isUnsent}
      onClose={onClose}
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
        {isGone && (
          <ErrorNotice
            title="This file was deleted or replaced."
            text="The list below may be out of date. An unsaved note stays here until you close the dialog."
          />
        )}
        {failure && (
          <ErrorNotice title={failure} retrying={busy} onRetry={() => actor.send({ type: 'revisions.reload' })} />
        )}
        {!listed && !failure && <PageSpinner text="Loading revisions..." />}
        {refusal && (
          <chakra.p role="alert" color="error.fg">
            {refusal}
          </chakra.p>
        )}
        {on.onCompare && list.length > 1 && (
          <Button
            size="sm"
            variant="outline"
            justifySelf="start"
            h="auto"
            minH="9"
            py="1"
            whiteSpace="normal"
            textAlign="start"
            onClick={() => on.onCompare?.(withPrevious)}
          >
            <Icon path={mdiFileCompare} />
            Compare the current revision with the previous one
          </Button>
        )}
        {listed && (
          <List aria-label="Revisions">
            {list.map((revision) => (
              <li key={revision.id}>
                <RevisionItem actor={actor} revision={revision} {...on} />
              </li>
            ))}
          </List>
        )}
        {listed && list.length === 1 && (
          <chakra.p textStyle="sm" color="fg.muted">
            There are no earlier revisions. A file that you upload under the same name can become a new revision.
          </chakra.p>
        )}
      </chakra.div>
    </DialogFrame>
  )
}

type RevisionItemProps = Actions & { actor: revisions.FileRevisionsActor; revision: revisions.Revision }

function RevisionItem({ actor, revision, onPreview, onDownload, onCompare }: RevisionItemProps) {
  const { id, current, pinned } = revision
  const busy = useSelector(actor, revisions.isRevisionsBusy)
  const isDoubted = useSelector(actor, revisions.doubtedIdOf) === id
  const at = dateAndTime(revision.uploaded_at)
  const of = (action: string) => `${action} the revision from ${at}`
  return (
    <>
      <p>
        <strong>{at}</strong> {current && <span className="current">Current</span>}
      </p>
      <p className="about">{`${revision.uploaded_by_name} · ${fileSize(revision.size)}`}</p>
      <RevisionNote actor={actor} revision={revision} label={of('Note on')} />
      <details>
        <summary>SHA-256</summary>
        <code>{revision.sha256}</code>
      </details>
      <div className="actions">
        <Button size="sm" variant="outline" aria-label={of('Preview')} onClick={() => onPreview(revision)}>
          Preview
        </Button>
        <Button size="sm" variant="outline" aria-label={of('Download')} onClick={() => onDownload(revision)}>
          Download
        </Button>
        {!current && onCompare && (
          <Button
            size="sm"
            variant="outline"
            aria-label={`Compare the revision from ${at} with the current one`}
            onClick={() => onCompare(id)}
          >
            Compare
          </Button>
        )}
        {!current && (
          <Button
            size="sm"
            variant="outline"
            disabled={busy}
            aria-label={of('Restore')}
            onClick={() => actor.send({ type: 'revision.restored', id })}
          >
            Restore
          </Button>
        )}
        {!current && !pinned && !isDoubted && (
          <Button
            size="sm"
            variant="outline"
            colorPalette="error"
            disabled={busy}
            aria-label={of('Delete')}
            onClick={() => actor.send({ type: 'deletion.requested', id })}
          >
            Delete
          </Button>
        )}
      </div>
      {!current && pinned && (
        <p className="about">A simulation request needs this revision, so it cannot be deleted.</p>
      )}
      {isDoubted && (
        <div className="actions" role="alert">
          <p>Permanently delete this revision?</p>
          <Button size="sm" colorPalette="error" onClick={() => actor.send({ type: 'deletion.confirmed' })}>
            Delete revision
          </Button>
          <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'deletion.cancelled' })}>
            Keep it
          </Button>
        </div>
      )}
    </>
  )
}

const List = chakra('ul', {
  base: {
    textStyle: 'sm',
    borderWidth: '1px',
    borderRadius: 'l3',
    '& li': { display: 'grid', gap: '2', p: '3' },
    '& li + li': { borderTopWidth: '1px' },
    '& .about': { color: 'fg.muted' },
    '& .current': { px: '2', borderWidth: '1px', borderRadius: 'full', textStyle: 'xs' },
    '& .actions': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' },
    '& summary': { w: 'fit-content', color: 'fg.muted', cursor: 'pointer', focusVisibleRing: 'outside' },
    '& code': { fontFamily: 'mono', overflowWrap: 'anywhere' },
  },
})
