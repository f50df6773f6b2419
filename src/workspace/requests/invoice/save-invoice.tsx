import type { InvoiceDocument } from '../../../../machines/requests/invoice-document'
import { SavePdf } from '../save-pdf'

/** A button that saves an invoice or a credit note as a PDF document. */
export const SaveInvoice = ({ document }: { document: InvoiceDocument }) => (
  <SavePdf label={`${document.title} ${document.number}`} printed={{ kind: 'invoice', document }} />
)
