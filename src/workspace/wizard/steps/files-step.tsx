import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'

import { type FileType, filesOfType } from '../../../../machines/wizard/drafts/request-draft'
import * as request from '../../../../machines/wizard/request-selectors'
import { ErrorNotice } from '../../../ui/notices/notices'
import { DropZone } from '../../transfers/drop-zone'
import { useTransferMachines } from '../../transfers/machines'
import { PickButton } from '../../transfers/pick-button'
import { TransferGround } from '../../transfers/transfer-row'
import { UploadPanel } from '../../transfers/upload-panel'
import { SelectField } from './select-field'

/** Step 1: the project and the files to simulate, which can be uploaded here. */
export function FilesStep({ actor }: { actor: request.SimulationRequestActor }) {
  const projects = useSelector(actor, request.projectsOf)
  const files = useSelector(actor, request.filesOf)
  const draft = useSelector(actor, request.draftOf)
  const failure = useSelector(actor, request.wizardFailureOf)
  const busy = useSelector(actor, request.isWizardBusy)
  const projectsMissing = useSelector(actor, (snapshot) => snapshot.can({ type: 'projects.retry' }))

  const choices = (type: FileType) => filesOfType(files, type).map(({ id, name }) => ({ value: id, name }))
  const choose = (fileType: FileType, id: string) => actor.send({ type: 'file.chosen', fileType, fileId: id || null })
  const layouts = choices('layout')
  const fields = useRef<HTMLDivElement>(null)
  const place = useSelector(actor, request.placeOf)
  const led = place?.step === 1 ? (place.field ?? 'layout') : null
  useEffect(() => {
    if (led === null) return
    fields.current?.querySelector<HTMLElement>(`[data-file=${led}] select`)?.focus()
    actor.send({ type: 'place.reached' })
  }, [actor, led])
  const canRetry = useSelector(actor, (snapshot) => snapshot.can({ type: 'files.retry' }))
  const canRecreate = useSelector(actor, (snapshot) => snapshot.can({ type: 'creation.retry' }))
  const creating = useSelector(actor, request.isCreatingProject)
  const retry = projectsMissing ? 'projects.retry' : canRetry ? 'files.retry' : canRecreate ? 'creation.retry' : null
  const waiting = busy || projectsMissing || canRetry
  const closed = waiting || draft.projectId === null

  return (
    <Stack gap="5" ref={fields}>
      {failure && (
        <ErrorNotice
          title={failure}
          {...(retry
            ? { onRetry: () => actor.send({ type: retry }) }
            : { text: 'Nothing was charged, and your request is kept.' })}
        />
      )}
      <SelectField
        label="Project"
        required
        value={draft.projectId ?? ''}
        options={projects.map(({ id, name }) => ({ value: id, name }))}
        placeholder="Choose a project"
        disabled={creating || (busy && projects.length === 0)}
        onChange={(projectId) => projectId && actor.send({ type: 'project.chosen', projectId })}
      />
      <Upload actor={actor} projectId={draft.projectId} disabled={waiting} />
      <div data-file="layout">
        <SelectField
          label="Layout file"
          required
          value={draft.layoutFileId ?? ''}
          options={layouts}
          placeholder="Choose the board layout"
          disabled={closed}
          {...(!closed &&
            layouts.length === 0 && {
              help: 'This project has no layout yet. Upload one above, or set a file’s type to layout under Manage files.',
            })}
          onChange={(id) => choose('layout', id)}
        />
      </div>
      <div data-file="stackup">
        <SelectField
          label="Stackup file (optional)"
          value={draft.stackupFileId ?? ''}
          options={choices('stackup')}
          placeholder="No stackup file"
          disabled={closed}
          help="If no stackup is selected, the default stackup info in the layout file is used."
          onChange={(id) => choose('stackup', id)}
        />
      </div>
      <div data-file="material">
        <SelectField
          label="Material file (optional)"
          value={draft.materialFileId ?? ''}
          options={choices('material')}
          placeholder="No material file"
          disabled={closed}
          onChange={(id) => choose('material', id)}
        />
      </div>
    </Stack>
  )
}

type UploadProps = { actor: request.SimulationRequestActor; projectId: string | null; disabled: boolean }

/**
 * Uploads files into the project for the request, or into a new one if none is chosen. The type of each file is
 * recognized by its name and content.
 */
function Upload({ actor, projectId, disabled }: UploadProps) {
  const [{ uploads }] = useState(useTransferMachines().transfers)
  const unusable = useSelector(actor, request.unusableOf)
  const onFiles = (choice: request.GivenFiles) =>
    actor.send(
      projectId === null ? { type: 'project.begun', ...choice } : { type: 'files.given', projectId, ...choice },
    )

  return (
    <DropZone
      active={!disabled}
      {...(projectId === null && { text: 'Drop files to create a project with them' })}
      onFiles={onFiles}
    >
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap="3"
        p="4"
        borderWidth="1px"
        borderStyle="dashed"
        borderColor="border.control"
        borderRadius="l3"
      >
        <chakra.p flex="1 1 240px" color="fg.muted">
          {projectId === null && 'No project yet? One is created for your files. '}
          Drop the layout here, with its stackup and material files if you have them. Their types are recognized
          automatically.
        </chakra.p>
        <PickButton label="Upload files" input="Files to upload" disabled={disabled} onChosen={onFiles} />
      </chakra.div>
      {projectId !== null && (
        <TransferGround>
          <UploadPanel uploads={uploads} projectId={projectId} onPreview={null} />
        </TransferGround>
      )}
      {unusable.map(({ id, name, fileType }) => (
        <ErrorNotice
          key={id}
          title={`${name} cannot be simulated.`}
          text={`It was uploaded as type ${fileType}. If it is a layout, stackup or material file, set its type under Manage files.`}
        />
      ))}
    </DropZone>
  )
}
