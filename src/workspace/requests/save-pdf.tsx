import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFilePdfBox } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'

import { BusyButton } from '../../ui/busy-button'
import * as pdf from '../../../machines/requests/pdf-saving.machine'
import { Icon } from '../../ui/icon'
import { useRequestMachines } from './machines'

/** Saves a report, a quote, an invoice or a credit note as a PDF document. */
export function SavePdf({ label, printed }: { label: string; printed: pdf.Printed }) {
  const actor = useActorRef(useRequestMachines().pdfSaving)
  const saving = useSelector(actor, pdf.isSavingPdf)
  const failure = useSelector(actor, pdf.pdfFailureOf)
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
      <BusyButton
        size="sm"
        variant="outline"
        busy={saving}
        onClick={() => actor.send({ type: 'pdf.requested', printed })}
      >
        <Icon path={mdiFilePdfBox} />
        {label}
      </BusyButton>
      {failure && (
        <chakra.span role="alert" color="error.fg" textStyle="sm">
          {failure}
        </chakra.span>
      )}
    </chakra.div>
  )
}
