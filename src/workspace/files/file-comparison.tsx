import { Button } from '@chakra-ui/react/button'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFileCompare, mdiSwapHorizontal } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'

import * as revisions from '../../../machines/files/file-revisions.machine'
import { folderOf, type ProjectFile } from '../../../machines/files/file-order'
import { comparedPair, comparedText } from '../../../machines/files/compared-files'
import { probableKind } from '../../../machines/previews/content-kinds'
import { DialogFrame } from '../../ui/dialog/dialog-frame'
import { Icon } from '../../ui/icon'
import { useKeptContent } from '../../ui/kept-content'
import { EmptyState, ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { SidePanel } from '../../ui/side-panel'
import { dateAndTime } from '../../ui/time'
import { useWide } from '../../ui/use-wide-screen'
import '../../ui/theme/select-recipes'
import { ComparedNetworks } from '../previews/comparison/compared-networks'
import { ComparisonView } from '../previews/comparison/comparison-view'
import { usePreviewAddress } from '../previews/preview-address'
import { useFileMachines } from './machines'

type FileComparisonProps = {
  /** The files of the project. */
  files: ProjectFile[]
  file: ProjectFile
  /** The compared files, as in the URL. */
  compare: string
  onCompare: (compare: string) => void
  onClose: () => void
}

/** The differences between two revisions of a file, or between two files of the same kind. */
export function FileComparison({ files, file, compare, onCompare, onClose }: FileComparisonProps) {
  const actor = useActorRef(useFileMachines().fileRevisions, { input: { fileId: file.id } })
  const list = useSelector(actor, revisions.revisionsOf)
  const listed = useSelector(actor, revisions.areListed)
  const failure = useSelector(actor, revisions.revisionsFailureOf)
  const busy = useSelector(actor, revisions.isRevisionsBusy)
  const address = usePreviewAddress()
  const isBeside = useWide('panel')

  const kind = probableKind(file)
  const others = files.filter(
    (one) => one.id !== file.id && folderOf(one) === folderOf(file) && probableKind(one) === kind,
  )
  const choices = [
    ...list.map(({ id, uploaded_at, current, pinned }) => ({
      ...{ id, name: file.name, pinnedIn: pinned ? file.project_id : null },
      text: `${dateAndTime(uploaded_at)}${current ? ' (current)' : ''}`,
    })),
    ...others.map(({ id, name }) => ({ id, name, pinnedIn: null, text: name })),
  ]
  const pair = comparedPair(compare, file.id, choices)
  const Compared = kind === 'network' ? ComparedNetworks : ComparisonView
  const named = (id: string | null) => choices.find((choice) => choice.id === id)
  const [before, after] = [named(pair.before), named(pair.after)]

  const choice = (label: string, chosen: string | null, onChosen: (id: string) => void) => (
    <chakra.label display="grid" gap="1" flex="1 1 180px" minW="0" textStyle="sm">
      {label}
      <NativeSelect.Root size="sm">
        <NativeSelect.Field value={chosen ?? ''} onChange={({ target }) => onChosen(target.value)}>
          {!named(chosen) && <option value={chosen ?? ''}>Choose...</option>}
          {choices.map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </chakra.label>
  )
  const go = (first: string | null, second: string) => onCompare(comparedText(first ?? second, second, file.id))
  const { content, place } = useKeptContent(
    <chakra.div display="flex" flexDirection="column" gap="3" h="full">
      {failure && (
        <ErrorNotice title={failure} retrying={busy} onRetry={() => actor.send({ type: 'revisions.reload' })} />
      )}
      {!listed && !failure && <PageSpinner text="Loading revisions..." />}
      {listed && choices.length < 2 && (
        <EmptyState icon={mdiFileCompare} title="There is nothing to compare this file with.">
          <p>Upload a new revision of it, or another file of the same kind.</p>
        </EmptyState>
      )}
      {listed && choices.length > 1 && (
        <chakra.div role="group" aria-label="Compared files" display="flex" flexWrap="wrap" alignItems="end" gap="2">
          {choice('Earlier', pair.before, (id) => go(id, pair.after))}
          <Button
            size="sm"
            variant="outline"
            aria-label="Swap earlier and later"
            disabled={!before || !after}
            onClick={() => go(pair.after, pair.before ?? pair.after)}
          >
            <Icon path={mdiSwapHorizontal} />
          </Button>
          {choice('Later', pair.after, (id) => go(pair.before, id))}
        </chakra.div>
      )}
      {listed && choices.length > 1 && (!before || !after) && (
        <ErrorNotice title="There is no such revision or file." text="Choose another one above." />
      )}
      {listed && before && after && (
        <Compared key={`${before.id} ${after.id}`} before={before} after={after} address={address} />
      )}
    </chakra.div>,
  )
  const title = `Comparison of ${file.name}`
  return (
    <>
      {isBeside ? (
        <SidePanel title={title} onClose={onClose}>
          {place}
        </SidePanel>
      ) : (
        <DialogFrame title={title} size="cover" onClose={onClose}>
          {place}
        </DialogFrame>
      )}
      {content}
    </>
  )
}
