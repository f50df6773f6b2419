import { Button } from '@chakra-ui/react/button'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiChip, mdiFileCompare, mdiHistory } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'

import { folderOf, type ProjectFile } from '../../../machines/files/file-order'
import * as manager from '../../../machines/files/project-files.machine'
import { fabricationSetOf, type FabricationSetFile, setKey } from '../../../machines/previews/gerber/fabrication-set'
import { probableKind } from '../../../machines/previews/content-kinds'
import { Icon } from '../../ui/icon'
import { EmptyState, ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { lowWindow } from '../../ui/theme/accessibility-styles'
import '../../ui/theme/select-recipes'
import { PreviewContent } from './preview-content'

type ProjectBoardProps = {
  files: manager.ProjectFilesActor
  project: { id: string; name: string }
  /** The id of the file in the URL; null shows the first board. */
  openId: string | null
  onOpen: (id: string) => void
  /** Compares a board with its previous revision or with another board. */
  onCompare: (id: string) => void
}

/** The kinds of input that show a board, in order of preference. */
const shown = ['board', 'fabrication']

const rankOf = (file: ProjectFile) => {
  const rank = shown.indexOf(probableKind(file) ?? '')
  return rank >= 0 ? rank : file.fileType.toLowerCase() === 'layout' ? shown.length : null
}

/** The inputs that show a board, by preferred kind and then newest first. A set comes before its files. */
function boardsIn(files: ProjectFile[], set: FabricationSetFile | null): ProjectFile[] {
  const boards = files
    .filter((file) => folderOf(file) === 'inputs' && rankOf(file) !== null)
    .toSorted(
      (one, other) => (rankOf(one) ?? 0) - (rankOf(other) ?? 0) || (one.uploaded_at < other.uploaded_at ? 1 : -1),
    )
  if (!set) return boards
  const at = boards.findIndex((file) => rankOf(file) !== 0)
  return at < 0 ? [...boards, set.file] : boards.toSpliced(at, 0, set.file)
}

export function ProjectBoard({ files, project, openId, onOpen, onCompare }: ProjectBoardProps) {
  const loaded = useSelector(files, manager.isLoaded)
  const failure = useSelector(files, manager.filesFailureOf)
  const all = useSelector(files, manager.filesOf)
  const set = useMemo(() => fabricationSetOf(all), [all])
  const boards = boardsIn(all, set)
  const board = boards.find(({ id }) => id === openId) ?? boards[0]

  if (failure && !loaded) return <ErrorNotice title={failure} onRetry={() => files.send({ type: 'files.reload' })} />
  if (!loaded) return <PageSpinner text="Loading files..." />
  if (!board) {
    return (
      <EmptyState icon={mdiChip} title="No board yet. It will be drawn here once the project has a layout file.">
        <Link to="/workspace/projects/$projectId/{-$tab}" params={{ projectId: project.id, tab: 'files' }}>
          Upload a layout
        </Link>
      </EmptyState>
    )
  }
  return (
    <Frame aria-label={`Board of ${project.name}`}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
        {boards.length > 1 ? (
          <NativeSelect.Root size="sm" maxW="lg">
            <NativeSelect.Field
              aria-label="Board file"
              value={board.id}
              onChange={({ target }) => onOpen(target.value)}
            >
              {boards.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        ) : (
          <chakra.p me="auto" fontFamily="mono" textStyle="sm" overflowWrap="anywhere">
            {board.name}
          </chakra.p>
        )}
        {board.revisions !== undefined && board.revisions > 1 && (
          <Button size="sm" variant="outline" asChild>
            <Link
              to="/workspace/projects/$projectId/{-$tab}"
              params={{ projectId: project.id, tab: 'files' }}
              search={{ file: board.id }}
            >
              <Icon path={mdiHistory} />
              {board.revisions} revisions
            </Link>
          </Button>
        )}
        {probableKind(board) === 'board' && (boards.length > 1 || (board.revisions ?? 1) > 1) && (
          <Button size="sm" variant="outline" onClick={() => onCompare(board.id)}>
            <Icon path={mdiFileCompare} />
            Compare
          </Button>
        )}
      </chakra.div>
      {set && board === set.file ? (
        <PreviewContent key={setKey(set)} file={board} parts={set.parts} onDownload={null} />
      ) : (
        <PreviewContent key={board.id} file={board} onDownload={null} />
      )}
    </Frame>
  )
}

const Frame = chakra('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '3',
    h: { base: 'calc(100dvh - 80px)', lg: 'calc(100dvh - 208px)' },
    minH: '96',
    [lowWindow]: { h: 'auto', minH: '0' },
  },
})
