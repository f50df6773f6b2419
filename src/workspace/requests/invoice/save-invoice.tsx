import type { InvoiceDocument } from '../../../../machines/requests/invoice-document'
import { SavePdf } from '../save-pdf'

/** Saves an invoice or a credit note. */
export const SaveInvoice = ({ document }: { document: InvoiceDocument }) => (
  <SavePdf label={`${document.title} ${document.number}`} printed={{ kind: 'invoice', document }} />
)
