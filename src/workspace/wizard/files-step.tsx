import { Stack } from '@chakra-ui/react/stack'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'

import { type FileType, filesOfType } from '../../../machines/wizard/request-draft'
import * as request from '../../../machines/wizard/request-selectors'
import { ErrorNotice } from '../../ui/notices'
import { SelectField } from './select-field'

/** Step 1: the project and the files to simulate. */
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
  const layout = useRef<HTMLDivElement>(null)
  const isLed = useSelector(actor, request.placeOf)?.step === 1
  useEffect(() => {
    if (!isLed) return
    layout.current?.querySelector('select')?.focus()
    actor.send({ type: 'place.reached' })
  }, [actor, isLed])
  const closed = busy || draft.projectId === null || failure !== null

  return (
    <Stack gap="5">
      {failure && (
        <ErrorNotice
          title={failure}
          onRetry={() => actor.send({ type: projectsMissing ? 'projects.retry' : 'files.retry' })}
        />
      )}
      <SelectField
        label="Project"
        required
        value={draft.projectId ?? ''}
        options={projects.map(({ id, name }) => ({ value: id, name }))}
        placeholder="Choose a project"
        disabled={busy && projects.length === 0}
        onChange={(projectId) => projectId && actor.send({ type: 'project.chosen', projectId })}
      />
      <div ref={layout}>
        <SelectField
          label="Layout file"
          required
          value={draft.layoutFileId ?? ''}
          options={layouts}
          placeholder="Choose the board layout"
          disabled={closed}
          {...(!closed &&
            layouts.length === 0 && {
              help: 'This project has no layout yet. Upload one under Manage files, or set a file’s type to layout there.',
            })}
          onChange={(id) => choose('layout', id)}
        />
      </div>
      <SelectField
        label="Stackup file (optional)"
        value={draft.stackupFileId ?? ''}
        options={choices('stackup')}
        placeholder="No stackup file"
        disabled={closed}
        help="If no stackup is selected, the default stackup info in the layout file is used."
        onChange={(id) => choose('stackup', id)}
      />
      <SelectField
        label="Material file (optional)"
        value={draft.materialFileId ?? ''}
        options={choices('material')}
        placeholder="No material file"
        disabled={closed}
        onChange={(id) => choose('material', id)}
      />
    </Stack>
  )
}
