import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFilePdfBox } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'

import * as pdf from '../../../../machines/requests/report-pdf.machine'
import { Icon } from '../../../ui/icon'
import { useRequestMachines } from '../machines'

/** Saves the report as a PDF document. */
export function SaveReport(printed: pdf.PrintedReport) {
  const actor = useActorRef(useRequestMachines().reportPdf, { input: printed })
  const saving = useSelector(actor, pdf.isSavingPdf)
  const failure = useSelector(actor, pdf.pdfFailureOf)
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
      <Button
        size="sm"
        variant="outline"
        loading={saving}
        loadingText="Save as PDF"
        onClick={() => actor.send({ type: 'pdf.requested' })}
      >
        <Icon path={mdiFilePdfBox} />
        Save as PDF
      </Button>
      {failure && (
        <chakra.span role="alert" color="error.fg" textStyle="sm">
          {failure}
        </chakra.span>
      )}
    </chakra.div>
  )
}
