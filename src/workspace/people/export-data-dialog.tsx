import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'

import * as dataExport from '../../../machines/people/data-export.machine'
import { fileSize } from '../../ui/amounts'
import { CancelButton, DialogFrame } from '../../ui/dialog/dialog-frame'
import { ErrorNotice } from '../../ui/notices/notices'
import { usePeopleMachines } from './machines'

/** Saves a zip with the data that is stored about the user. */
export function ExportDataDialog({ onClose }: { onClose: () => void }) {
  const actor = useActorRef(usePeopleMachines().dataExport)
  const receiving = useSelector(actor, dataExport.isReceiving)
  const saved = useSelector(actor, dataExport.isSaved)
  const received = useSelector(actor, dataExport.receivedOf)
  const failure = useSelector(actor, dataExport.exportFailureOf)

  return (
    <DialogFrame
      title="Export my data"
      onClose={onClose}
      footer={
        <>
          <CancelButton>Close</CancelButton>
          {receiving ? (
            <Button onClick={() => actor.send({ type: 'export.cancelled' })}>Cancel export</Button>
          ) : (
            <Button onClick={() => actor.send({ type: 'export.requested' })}>
              {saved ? 'Download again' : 'Download'}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="4">
        {failure && !receiving && !saved && <ErrorNotice title={failure} text="Nothing was saved. Please try again." />}
        <p>
          You get a ZIP file with the data stored about you, as JSON files: your account and billing details,
          memberships and invitations, a list of the files you uploaded or opened, share links, comments, simulation
          requests with your messages, request drafts, notifications and their settings, and activity.
        </p>
        <p>
          The contents of your files are not included: download them from your projects. Messages that you sent through
          the contact form are not included either: ask us for them.
        </p>
        <chakra.p role="status" textStyle="sm" color="fg.muted" minH="5">
          {receiving && (received === 0 ? 'Your data is being collected...' : `${fileSize(received)} received...`)}
          {saved && `The ZIP file was saved (${fileSize(received)}).`}
        </chakra.p>
      </Stack>
    </DialogFrame>
  )
}
