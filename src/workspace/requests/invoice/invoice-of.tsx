import { invoiceOf, type InvoicedRequest } from '../../../../machines/requests/invoice-document'
import { SaveInvoice } from './save-invoice'

/** The button that saves the invoice of a request, if it has one. */
export function InvoiceOf({ request }: { request: InvoicedRequest }) {
  const document = invoiceOf(request)
  return document && <SaveInvoice document={document} />
}
