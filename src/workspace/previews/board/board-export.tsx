import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiDownload } from '@mdi/js'
import { useSelector } from '@xstate/react'

import * as saving from '../../../../machines/previews/board/board-export.machine'
import { Icon } from '../../../ui/icon'

type ExportButtonProps = { actor: saving.BoardExportActor; wanted: saving.BoardExport; name: string; text: string }

/** A button that saves a file. */
export function ExportButton({ actor, wanted, name, text }: ExportButtonProps) {
  const isBusy = useSelector(actor, saving.isSaving)
  return (
    <Button
      size="sm"
      variant="outline"
      aria-label={name}
      aria-disabled={isBusy || undefined}
      onClick={() => actor.send({ type: 'export.requested', wanted })}
    >
      <Icon path={mdiDownload} />
      {text}
    </Button>
  )
}

/** Buttons that save the current view as a picture. */
export const ExportButtons = ({ actor }: { actor: saving.BoardExportActor }) => (
  <chakra.div role="group" aria-label="Save view" display="flex" flexWrap="wrap" gap="2">
    <ExportButton actor={actor} wanted="png" name="Save view as PNG" text="PNG" />
    <ExportButton actor={actor} wanted="svg" name="Save view as SVG" text="SVG" />
  </chakra.div>
)

/** Why the last file could not be saved. */
export function ExportFailure({ actor }: { actor: saving.BoardExportActor }) {
  const failure = useSelector(actor, saving.exportFailureOf)
  if (!failure) return null
  return (
    <chakra.p role="alert" textStyle="sm" color="error.fg">
      {failure}
    </chakra.p>
  )
}
