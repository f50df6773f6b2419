import { chakra } from '@chakra-ui/react/styled-system'
import { mdiFileDocumentOutline } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'

import { dollarText } from '../../../machines/lib/dollars'
import * as accounting from '../../../machines/staff/operation/accounting.machine'
import { EmptyState, ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { useStaffMachines } from '../machines'
import { StaffPage } from '../staff-page'
import { StaffTable } from '../staff-table'
import { TaskButton } from '../task-button'

/** The months with invoices or credit notes, each with its file for the company's bookkeeping. */
export function AccountingPage() {
  const actor = useActorRef(useStaffMachines().accounting)
  const months = useSelector(actor, accounting.monthsOf)
  const failure = useSelector(actor, accounting.monthsFailureOf)
  const saveFailure = useSelector(actor, accounting.saveFailureOf)
  return (
    <StaffPage
      title="Accounting"
      intro="Invoices and credit notes by month, in US dollars. Months begin and end in UTC. Trial orders are not included."
    >
      {failure && <ErrorNotice title={failure} onRetry={() => actor.send({ type: 'months.retry' })} />}
      {saveFailure && <ErrorNotice title={saveFailure} text="Nothing was saved. Please try again." />}
      {!months && !failure && <PageSpinner text="Loading months..." />}
      {months?.length === 0 && <EmptyState icon={mdiFileDocumentOutline} title="No invoices yet." />}
      {months && months.length > 0 && <Months actor={actor} months={months} />}
    </StaffPage>
  )
}

const counted = (count: number, one: string) => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

/** Formats "2026-11" as "November 2026". */
const nameOf = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' })

/** The tax within an amount. A server that runs the previous release does not send it. */
const Tax = ({ cents }: { cents: number | undefined }) =>
  cents ? <span className="quiet">including {dollarText(cents)} tax</span> : null

type MonthsProps = { actor: accounting.AccountingActor; months: accounting.AccountingMonth[] }

function Months({ actor, months }: MonthsProps) {
  const saving = useSelector(actor, accounting.savingMonthOf)
  return (
    <chakra.div role="region" aria-label="Months" tabIndex={0} overflowX="auto" focusVisibleRing="outside">
      <StaffTable>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col" className="value">
              Invoiced
            </th>
            <th scope="col" className="value">
              Credited
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, invoices, invoiced_cents, credit_notes, credited_cents, ...taxes }) => (
            <tr key={month}>
              <th scope="row">{nameOf(month)}</th>
              <td className="value">
                {dollarText(invoiced_cents)}
                <Tax cents={taxes.invoiced_tax_cents} />
                <span className="quiet">{counted(invoices, 'invoice')}</span>
              </td>
              <td className="value">
                {dollarText(credited_cents)}
                <Tax cents={taxes.credited_tax_cents} />
                <span className="quiet">{counted(credit_notes, 'credit note')}</span>
              </td>
              <td className="value">
                <TaskButton
                  variant="outline"
                  aria-label={`Download ${nameOf(month)} as CSV`}
                  busy={saving !== null}
                  running={saving === month}
                  onClick={() => actor.send({ type: 'month.saved', month })}
                >
                  CSV
                </TaskButton>
              </td>
            </tr>
          ))}
        </tbody>
      </StaffTable>
    </chakra.div>
  )
}
