import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFilePdfBox } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'

import type { InvoiceDocument } from '../../../../machines/requests/invoice-document'
import * as invoice from '../../../../machines/requests/invoice-pdf.machine'
import { Icon } from '../../../ui/icon'
import { useRequestMachines } from '../machines'

/** Saves an invoice or a credit note as a PDF document. */
export function SaveInvoice({ document }: { document: InvoiceDocument }) {
  const actor = useActorRef(useRequestMachines().invoicePdf, { input: { document } })
  const saving = useSelector(actor, invoice.isSavingInvoice)
  const failure = useSelector(actor, invoice.invoiceFailureOf)
  const name = `${document.title} ${document.number}`
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
      <Button
        size="sm"
        variant="outline"
        loading={saving}
        loadingText={name}
        onClick={() => actor.send({ type: 'pdf.requested' })}
      >
        <Icon path={mdiFilePdfBox} />
        {name}
      </Button>
      {failure && (
        <chakra.span role="alert" color="error.fg" textStyle="sm">
          {failure}
        </chakra.span>
      )}
    </chakra.div>
  )
}
