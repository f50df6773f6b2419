import { Button } from '@chakra-ui/react/button'
import { Input } from '@chakra-ui/react/input'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFileTableOutline, mdiFolderZipOutline } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'

import type { Folder } from '../../../machines/files/file-order'
import * as manager from '../../../machines/files/project-files.machine'
import type { Choice } from '../../../machines/transfers/upload-setup'
import '../../ui/theme/form-recipes'
import { Icon } from '../../ui/icon'
import { newMark } from '../../ui/theme/new-mark'
import { PickButton } from '../transfers/pick-button'

const folders = [
  { id: 'inputs', name: 'Inputs' },
  { id: 'reports', name: 'Reports' },
] as const

type FileToolbarProps = {
  files: manager.ProjectFilesActor
  onFolder: (folder: Folder) => void
  onChosen: (choice: Choice) => void
  onExport: (what: 'zip' | 'csv') => void
}

const takesText = (target: EventTarget | null) => target instanceof Element && target.matches('input, textarea, select')

/** Folder selection, search and the actions on the whole folder. */
export function FileToolbar({ files, onFolder, onChosen, onExport }: FileToolbarProps) {
  const openFolder = useSelector(files, manager.openFolder)
  const complete = useSelector(files, manager.isComplete)
  const empty = useSelector(files, manager.isFolderEmpty)
  const search = useSelector(files, manager.searchOf)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const focusSearch = (event: KeyboardEvent) => {
      if (event.key !== '/' || takesText(event.target) || !field.current) return
      event.preventDefault()
      field.current.focus()
    }
    addEventListener('keydown', focusSearch)
    return () => removeEventListener('keydown', focusSearch)
  }, [])

  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
      <chakra.div role="group" aria-label="Folder" display="flex" gap="1">
        {folders.map((folder) => (
          <FolderButton
            key={folder.id}
            {...folder}
            files={files}
            isOpen={folder.id === openFolder}
            onClick={() => onFolder(folder.id)}
          />
        ))}
      </chakra.div>
      <Input
        ref={field}
        type="search"
        size="sm"
        aria-label="Search files"
        aria-keyshortcuts="/"
        placeholder="Search by name or type"
        value={search}
        flex="1 1 160px"
        maxW={{ base: 'full', md: '72' }}
        onChange={(event) => files.send({ type: 'search.changed', search: event.target.value })}
      />
      {openFolder === 'inputs' && (
        <chakra.div display="flex" flexWrap="wrap" gap="2" ms={{ base: '0', md: 'auto' }}>
          <Button size="sm" variant="ghost" title="Download as ZIP" disabled={empty} onClick={() => onExport('zip')}>
            <Icon path={mdiFolderZipOutline} />
            <span className="rare">Download as ZIP</span>
          </Button>
          <Button
            size="sm"
            variant="ghost"
            title="Download list as CSV"
            disabled={empty}
            onClick={() => onExport('csv')}
          >
            <Icon path={mdiFileTableOutline} />
            <span className="rare">Download list as CSV</span>
          </Button>
          <PickButton label="Upload folder" input="Folder to upload" folder disabled={!complete} onChosen={onChosen} />
          <PickButton label="Upload files" input="Files to upload" disabled={!complete} onChosen={onChosen} />
        </chakra.div>
      )}
    </chakra.div>
  )
}

type FolderButtonProps = (typeof folders)[number] & {
  files: manager.ProjectFilesActor
  isOpen: boolean
  onClick: () => void
}

function FolderButton({ files, id, name, isOpen, onClick }: FolderButtonProps) {
  const isNew = useSelector(files, (snapshot) => manager.hasNews(snapshot, id))
  return (
    <Button size="sm" variant={isOpen ? 'subtle' : 'ghost'} aria-pressed={isOpen} onClick={onClick}>
      {name}
      {isNew && <chakra.span css={newMark}>New</chakra.span>}
    </Button>
  )
}
