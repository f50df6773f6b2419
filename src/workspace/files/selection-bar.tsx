import { Button } from '@chakra-ui/react/button'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiDeleteOutline, mdiDownload, mdiHistory, mdiLayersTripleOutline, mdiShareVariantOutline } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'

import * as manager from '../../../machines/files/project-files.machine'
import { fabricationSetOf } from '../../../machines/previews/gerber/fabrication-set'
import { Icon } from '../../ui/icon'
import { useDeferredSelector } from '../../ui/use-deferred-selector'

type SelectionBarProps = {
  files: manager.ProjectFilesActor
  onDownload: (ids: string[]) => void
  onShare: (id: string) => void
  onRevisions: (id: string) => void
}

const count = (files: number) => `${files.toLocaleString('en-US')} ${files === 1 ? 'file' : 'files'}`

/** The number of files, and the actions on the selected ones. */
export function SelectionBar({ files, onDownload, onShare, onRevisions }: SelectionBarProps) {
  const shown = useDeferredSelector(files, manager.shownFiles)
  const chosen = useSelector(files, manager.chosenOf)
  const types = useSelector(files, manager.fileTypesOf)
  const busy = useSelector(files, manager.isProjectFilesBusy)
  const ids = [...chosen]
  const all = useDeferredSelector(files, manager.filesOf)
  const folder = useSelector(files, manager.openFolder)
  const set = useMemo(() => (folder === 'inputs' ? fabricationSetOf(all) : null), [all, folder])

  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" minH="10" mb="2">
      <chakra.p role="status" textStyle="sm" color="fg.muted" me="auto">
        {ids.length > 0 ? `${count(ids.length)} selected` : count(shown.length)}
      </chakra.p>
      {ids.length === 0 && set && (
        <Button size="sm" variant="outline" asChild>
          <Link
            to="/workspace/projects/$projectId/{-$tab}"
            params={{ projectId: set.file.project_id, tab: 'board' }}
            search={{ file: set.file.id }}
          >
            <Icon path={mdiLayersTripleOutline} />
            Show Gerber files as a board
          </Link>
        </Button>
      )}
      {ids.length > 0 && (
        <chakra.div role="group" aria-label="Selected files" display="flex" flexWrap="wrap" gap="2">
          <NativeSelect.Root size="sm" w={{ base: '28', md: '36' }} disabled={busy}>
            <NativeSelect.Field
              aria-label="Type of selected files"
              value=""
              onChange={(event) => files.send({ type: 'file.typeChosen', ids, fileType: event.target.value })}
            >
              <option value="" disabled>
                Set type...
              </option>
              {types.map(({ id, name }) => (
                <option key={id} value={name}>
                  {name}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
          <Button size="sm" variant="outline" aria-label="Download selected files" onClick={() => onDownload(ids)}>
            <Icon path={mdiDownload} />
            Download
          </Button>
          {ids.length === 1 && (
            <Button size="sm" variant="outline" aria-label="Share selected file" onClick={() => onShare(ids[0] ?? '')}>
              <Icon path={mdiShareVariantOutline} />
              Share
            </Button>
          )}
          {ids.length === 1 && (
            <Button
              size="sm"
              variant="outline"
              aria-label="Revisions of selected file"
              onClick={() => onRevisions(ids[0] ?? '')}
            >
              <Icon path={mdiHistory} />
              Revisions
            </Button>
          )}
          <Button
            size="sm"
            variant="outline"
            colorPalette="error"
            aria-label="Delete selected files"
            disabled={busy}
            onClick={() => files.send({ type: 'deletion.requested', ids })}
          >
            <Icon path={mdiDeleteOutline} />
            Delete
          </Button>
        </chakra.div>
      )}
    </chakra.div>
  )
}
