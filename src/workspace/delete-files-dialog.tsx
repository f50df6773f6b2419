import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import * as manager from '../../machines/workspace/file-manager.machine'
import { DialogFrame } from './dialog-frame'

/** So many names are told before the rest is only counted. */
const namedAtMost = 5

/** Asks before files are deleted. */
export function DeleteFilesDialog({ files }: { files: manager.FileManagerActor }) {
  const asking = useSelector(files, manager.isAsking)
  const deleting = useSelector(files, manager.isDeleting)
  const doomed = useSelector(files, manager.doomedOf)
  const known = useSelector(files, manager.filesOf)
  if (!asking) return null
  const ids = new Set(doomed)
  const names = known.filter(({ id }) => ids.has(id)).map(({ name }) => name)
  const cancel = () => files.send({ type: 'deletion.cancelled' })
  const title = names.length === 1 ? 'Delete file' : `Delete ${names.length} files`

  return (
    <DialogFrame
      title={title}
      onClose={cancel}
      footer={
        <>
          <Button variant="outline" disabled={deleting} onClick={cancel}>
            Cancel
          </Button>
          <Button colorPalette="error" disabled={deleting} onClick={() => files.send({ type: 'deletion.confirmed' })}>
            {deleting ? 'Deleting...' : 'Delete'}
          </Button>
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
      <p>This cannot be undone.</p>
    </DialogFrame>
  )
}
