import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import { folderOf } from '../../../machines/files/file-order'
import * as manager from '../../../machines/files/project-files.machine'
import { DialogFrame } from '../../ui/dialog/dialog-frame'

/** The number of files that are listed by name; further files are only counted. */
const namedAtMost = 5

type DeleteFilesDialogProps = {
  files: manager.ProjectFilesActor
  /** Returns the element to focus when the row that opened the dialog has been deleted. */
  successor: () => HTMLElement | null
}

/** Asks for confirmation before files are deleted. */
export function DeleteFilesDialog({ files, successor }: DeleteFilesDialogProps) {
  const asking = useSelector(files, manager.isAsking)
  const deleting = useSelector(files, manager.isDeleting)
  const toDelete = useSelector(files, manager.filesToDeleteOf)
  const known = useSelector(files, manager.filesOf)
  if (!asking) return null
  const ids = new Set(toDelete)
  const chosen = known.filter(({ id }) => ids.has(id))
  const names = chosen.map(({ name }) => name)
  const pinned = chosen.filter((file) => file.pinned)
  const reports = pinned.filter((file) => folderOf(file) === 'reports').length
  const inputs = pinned.length - reports
  const cancel = () => files.send({ type: 'deletion.cancelled' })
  const title = names.length === 1 ? 'Delete file' : `Delete ${names.length} files`

  return (
    <DialogFrame
      title={title}
      onClose={cancel}
      successor={successor}
      footer={
        <>
          <Button variant="outline" disabled={deleting} onClick={cancel}>
            {reports < chosen.length ? 'Cancel' : 'Close'}
          </Button>
          {reports < chosen.length && (
            <Button colorPalette="error" disabled={deleting} onClick={() => files.send({ type: 'deletion.confirmed' })}>
              {deleting ? 'Deleting...' : 'Delete'}
            </Button>
          )}
        </>
      }
    >
      <chakra.ul fontFamily="mono" textStyle="sm" mb="3">
        {names.slice(0, namedAtMost).map((name, index) => (
          <chakra.li key={index} overflowWrap="anywhere">
            {name}
          </chakra.li>
        ))}
      </chakra.ul>
      {names.length > namedAtMost && <p>and {names.length - namedAtMost} more.</p>}
      <Stack gap="2">
        {reports > 0 && (
          <p>
            {reports === 1 ? '1 report belongs' : `${reports} reports belong`} to paid work and cannot be deleted before
            the retention period ends.
          </p>
        )}
        {inputs > 0 && (
          <p>
            {inputs === 1
              ? '1 file is part of a simulation request: it is removed from the list, but the request keeps it.'
              : `${inputs} files are part of simulation requests: they are removed from the list, but the requests keep them.`}
          </p>
        )}
        {reports < chosen.length && <p>Share links to deleted files stop working.</p>}
        {reports < chosen.length && <p>You can undo this for 10 seconds.</p>}
      </Stack>
    </DialogFrame>
  )
}
