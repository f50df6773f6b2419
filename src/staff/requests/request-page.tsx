import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiArrowLeft, mdiDownload } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'

import { isPending } from '../../../machines/requests/next-step'
import { isPaidFor } from '../../../machines/requests/touched-rows'
import { checklist } from '../../../machines/staff/requests/checklist'
import { customersView } from '../../../machines/staff/customers/customers-view'
import * as staff from '../../../machines/staff/requests/staff-request.machine'
import { useDraftAmong, useKeyedDraft } from '../../session/drafts/use-keyed-draft'
import { Icon } from '../../ui/icon'
import { ErrorNotice } from '../../ui/notices/notices'
import { pageClick } from '../../ui/page-click'
import { PageSpinner } from '../../ui/page-spinner'
import { dateAndTime, dateOnly } from '../../ui/time'
import { Conversation } from '../../workspace/requests/conversation'
import { FileLink } from '../../workspace/requests/file-link'
import type { FilePlace } from '../../workspace/requests/file-place'
import { InvoiceOf } from '../../workspace/requests/invoice/invoice-of'
import type { ReportPlace } from '../../workspace/requests/report/report-place'
import {
  BillingFacts,
  deliveredFiles,
  FactList,
  FileFact,
  fileRoles,
  TrialFact,
} from '../../workspace/requests/request-facts'
import { Refunds } from '../../workspace/requests/refunds'
import { StatusBadge } from '../../workspace/requests/request-status'
import { OrderLines } from '../../workspace/wizard/order-lines'
import { DeliveryPanel } from './delivery-panel'
import { customerAddress } from '../customers/customer-address'
import { useCustomersView, useStaffMachines } from '../machines'
import { PrivateNotes } from './private-notes'
import { RefundPanel } from './refund-panel'
import { RequestProgress, RequestResults } from './request-results'
import { StorageLimitPanel, storageText } from './storage-limit-panel'
import { deliveryButton, requestTitle, takeFocus, takeLostFocus, useFocusAfterwards } from '../staff-focus'
import { TaskButton } from '../task-button'

type StaffRequestPageProps = {
  requestId: string
  /** The id of the signed-in person. */
  me: string
  onQueue: () => void
  onCustomer: (customerId: string) => void
  place: ReportPlace
  filePlace: FilePlace
}

/** A server that runs the previous release does not send the role. */
const fileLabel = ({ role }: { role?: keyof typeof fileRoles }) => (role ? fileRoles[role] : 'File')

const isText = (stored: unknown): stored is string => typeof stored === 'string'

/** A simulation request as seen by the staff, with the available actions. */
export function StaffRequestPage({ requestId, me, onQueue, onCustomer, place, filePlace }: StaffRequestPageProps) {
  const [notes, among] = useKeyedDraft('staff-notes', requestId, isText)
  const [input] = useState({ requestId, notes })
  const actor = useActorRef(useStaffMachines().staffRequest, { input })
  useDraftAmong('staff-notes', actor, staff.notesDraftOf, among)
  const request = useSelector(actor, staff.staffRequestOf)
  const failure = useSelector(actor, staff.staffFailureOf)
  const failed = useSelector(actor, staff.hasStaffFailed)
  return (
    <chakra.div px={{ base: '4', md: '8' }} py="6" display="grid" gap="5" maxW="1200px" w="full" mx="auto">
      <Button asChild size="sm" variant="outline" justifySelf="start">
        <a href="/staff" onClick={pageClick(onQueue)}>
          <Icon path={mdiArrowLeft} />
          Queue
        </a>
      </Button>
      {failed && (
        <chakra.h1 ref={takeLostFocus} tabIndex={-1} outline="none" textStyle="2xl" fontWeight="semibold">
          Simulation request
        </chakra.h1>
      )}
      {failure && (
        <ErrorNotice title={failure} {...(failed && { onRetry: () => actor.send({ type: 'request.retry' }) })} />
      )}
      {!request && !failed && <PageSpinner text="Loading the request..." />}
      {request && (
        <RequestWork
          actor={actor}
          request={request}
          me={me}
          onCustomer={onCustomer}
          place={place}
          filePlace={filePlace}
        />
      )}
    </chakra.div>
  )
}

const disputeTexts = {
  open: 'The customer’s bank is disputing the payment. Respond on the payment provider’s site.',
  won: 'The customer’s bank disputed the payment but ruled in our favor.',
  lost: 'The customer’s bank disputed the payment and reversed it.',
}

type WorkProps = { actor: staff.StaffRequestActor; request: staff.StaffRequest; me: string }
type RequestWorkProps = WorkProps & Pick<StaffRequestPageProps, 'onCustomer' | 'place' | 'filePlace'>

function RequestWork({ actor, request, me, onCustomer, place, filePlace }: RequestWorkProps) {
  const { summary, files } = request
  const { requestConnection } = useCustomersView()
  const connection = useMemo(() => requestConnection(summary.id), [requestConnection, summary.id])
  const shown = useMemo(() => customersView(request), [request])
  // The files are deleted with the project.
  const areReadable = isPaidFor(summary) && summary.project_name !== null
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <chakra.h1
          ref={takeLostFocus}
          id={requestTitle}
          tabIndex={-1}
          outline="none"
          textStyle="2xl"
          fontWeight="semibold"
          overflowWrap="anywhere"
        >
          {summary.number}: {summary.project_name ?? 'Deleted project'}
        </chakra.h1>
        <StatusBadge status={summary.status} />
      </chakra.div>
      <WorkActions actor={actor} request={request} me={me} />
      <RequestProgress request={shown} />
      {/* The buttons of these panels are side by side; an open form takes the whole width. */}
      <chakra.div display="flex" flexWrap="wrap" gap="3" _empty={{ display: 'none' }}>
        {(summary.status === 'in progress' || summary.status === 'delivered') && summary.project_name !== null && (
          <DeliveryPanel request={request} />
        )}
        {summary.paid !== null && <RefundPanel request={request} />}
        {request.storage && (
          <StorageLimitPanel
            requestId={summary.id}
            storage={request.storage}
            onAnswered={() => actor.send({ type: 'request.outdated' })}
          />
        )}
      </chakra.div>
      {request.refunds.length > 0 && <Refunds refunds={request.refunds} request={shown} />}
      {request.deliveries.length > 0 && (
        <RequestResults
          request={shown}
          deliveries={request.deliveries}
          connection={connection}
          place={place}
          filePlace={areReadable ? filePlace : null}
        />
      )}
      <chakra.div display="grid" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 22rem' }} gap="8">
        <chakra.div display="grid" gap="6" alignContent="start">
          <FactList>
            <dt>Customer</dt>
            <dd>
              <chakra.a
                href={customerAddress(summary.customer.id)}
                textDecoration="underline"
                onClick={pageClick(() => onCustomer(summary.customer.id))}
              >
                {summary.customer.name}
              </chakra.a>
              {summary.customer.email && (
                <>
                  {', '}
                  <chakra.a href={`mailto:${summary.customer.email}`} textDecoration="underline">
                    {summary.customer.email}
                  </chakra.a>
                </>
              )}
            </dd>
            <dt>Ordered</dt>
            <dd>{dateAndTime(summary.created)}</dd>
            <dt>Paid</dt>
            <dd>{summary.paid ? dateAndTime(summary.paid) : 'Not paid'}</dd>
            <dt>Invoice</dt>
            <dd>{summary.invoice_number ?? 'None'}</dd>
            <dt>Due</dt>
            <dd>
              {summary.due ? dateOnly(summary.due) : 'Not set before payment'}
              {summary.waiting && `, waiting for the customer since ${dateOnly(summary.waiting)}`}
            </dd>
            <dt>Assignee</dt>
            <dd>{summary.assignee?.name ?? 'Unassigned'}</dd>
            <dt>Purchase order</dt>
            <dd>{summary.purchase_order ?? 'None'}</dd>
            {request.billing && <BillingFacts details={request.billing} />}
            <dt>Project</dt>
            <dd>{request.private_project ? 'Private' : 'Not private'}</dd>
            {request.storage && (
              <>
                <dt>Storage</dt>
                <dd>{storageText(request.storage)}</dd>
              </>
            )}
            {summary.dispute && (
              <>
                <dt>Dispute</dt>
                <dd>{disputeTexts[summary.dispute]}</dd>
              </>
            )}
            {summary.trial && <TrialFact />}
            {files.map((file) => (
              <FileFact key={file.id} label={fileLabel(file)}>
                {areReadable ? (
                  <FileLink place={filePlace} fileId={file.id}>
                    {file.name}
                  </FileLink>
                ) : (
                  file.name
                )}
              </FileFact>
            ))}
          </FactList>
          {summary.project_name === null && (
            <chakra.p textStyle="sm" color="fg.muted">
              The project was deleted, along with its files.
            </chakra.p>
          )}
          <InvoiceOf request={shown} />
          <Conversation
            requestId={summary.id}
            side="staff"
            canWait={isPending(summary)}
            files={
              areReadable
                ? {
                    files: [
                      ...files.map((file) => ({ label: fileLabel(file), file })),
                      ...deliveredFiles(request.deliveries),
                    ],
                    projectId: summary.project_id,
                    connection,
                  }
                : null
            }
            place={filePlace}
          />
          <OrderLines si={request.si} pi={request.pi} total={summary.total} tax={summary.tax} />
          <chakra.details css={{ '& > summary': { cursor: 'pointer', w: 'fit-content', py: '2', textStyle: 'sm' } }}>
            <summary>Technical details</summary>
            <FactList>
              <FileFact label="Request ID">{summary.id}</FileFact>
              {files.map(({ id, name, sha256 }) => (
                <FileFact key={id} label={`${name}, SHA-256`}>
                  {sha256}
                </FileFact>
              ))}
            </FactList>
          </chakra.details>
        </chakra.div>
        <chakra.div display="grid" gap="6" alignContent="start">
          <Checklist actor={actor} request={request} />
          <RequestNotes actor={actor} />
        </chakra.div>
      </chakra.div>
    </>
  )
}

/** The actions on a request. The same button assigns and unassigns it, so that the focus stays on the button. */
function WorkActions({ actor, request: { summary, files }, me }: WorkProps) {
  const busy = useSelector(actor, staff.isStaffBusy)
  const saving = useSelector(actor, staff.isSavingFiles)
  const asked = useSelector(actor, staff.isCancellationAsked)
  const isOpen = isPending(summary)
  const isPaid = isOpen || summary.status === 'delivered'
  const isMine = summary.assignee?.id === me
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="3">
      {summary.status === 'paid' && (
        <TaskButton
          busy={busy}
          next={[deliveryButton, requestTitle]}
          onClick={() => actor.send({ type: 'request.started' })}
        >
          Start the simulation
        </TaskButton>
      )}
      {(isOpen || isMine) && (
        <TaskButton
          variant="outline"
          busy={busy}
          next={[requestTitle]}
          onClick={() => actor.send({ type: isMine ? 'request.returned' : 'request.taken' })}
        >
          {isMine ? 'Unassign' : summary.assignee ? `Take over from ${summary.assignee.name}` : 'Assign to me'}
        </TaskButton>
      )}
      {isPaid && (
        <TaskButton
          variant="outline"
          busy={busy}
          running={saving}
          next={[requestTitle]}
          onClick={() => actor.send({ type: 'files.requested' })}
        >
          {!saving && <Icon path={mdiDownload} />}
          {downloadText(files.length)}
        </TaskButton>
      )}
      {summary.status === 'awaiting payment' &&
        (asked ? (
          <CancellationQuestion actor={actor} />
        ) : (
          <TaskButton
            id={cancelButton}
            variant="outline"
            busy={busy}
            next={[requestTitle]}
            onClick={() => actor.send({ type: 'request.cancelled' })}
          >
            Cancel the request
          </TaskButton>
        ))}
      {isPaid && (
        <chakra.p textStyle="sm" color="fg.muted" alignSelf="center">
          The members of the project can see who downloads the files.
        </chakra.p>
      )}
    </chakra.div>
  )
}

const cancelButton = 'cancel_request'

function CancellationQuestion({ actor }: Pick<WorkProps, 'actor'>) {
  useFocusAfterwards(cancelButton, requestTitle)
  return (
    <>
      <chakra.p role="alert" textStyle="sm" fontWeight="medium" alignSelf="center">
        Cancel the request? The customer will no longer be able to pay for it.
      </chakra.p>
      <Button size="sm" colorPalette="error" onClick={() => actor.send({ type: 'cancellation.confirmed' })}>
        Yes, cancel it
      </Button>
      {/* This button gets the focus, because a second press of Enter must not cancel anything. */}
      <Button ref={takeFocus} size="sm" variant="outline" onClick={() => actor.send({ type: 'cancellation.declined' })}>
        Keep it
      </Button>
    </>
  )
}

const downloadText = (count: number) => `Download ${count === 1 ? '1 file' : `${count} files`}`

function Checklist({ actor, request: { done } }: Pick<WorkProps, 'actor' | 'request'>) {
  const busy = useSelector(actor, staff.isStaffBusy)
  const saved = useSelector(actor, staff.savedItemOf)
  return (
    <section aria-labelledby="checklist">
      <chakra.h2 id="checklist" fontWeight="semibold" mb="2">
        Checklist, {done.length} of {checklist.length} done
      </chakra.h2>
      <chakra.ul display="grid" gap="2" textStyle="sm">
        {checklist.map(({ item, text }) => {
          const found = done.find((one) => one.item === item)
          return (
            <li key={item}>
              <chakra.label display="flex" gap="2" alignItems="start" minH="6" cursor="pointer">
                <chakra.input
                  type="checkbox"
                  mt="1"
                  checked={saved?.item === item ? saved.done : found !== undefined}
                  // `disabled` is not used, because it would remove the focus while the change is being saved.
                  aria-disabled={busy}
                  onChange={({ target }) => actor.send({ type: 'item.changed', item, done: target.checked })}
                />
                <span>
                  {text}
                  {found && (
                    <chakra.span display="block" color="fg.muted">
                      {found.by}, {dateAndTime(found.at)}
                    </chakra.span>
                  )}
                </span>
              </chakra.label>
            </li>
          )
        })}
      </chakra.ul>
    </section>
  )
}

function RequestNotes({ actor }: { actor: staff.StaffRequestActor }) {
  return (
    <PrivateNotes
      notes={useSelector(actor, staff.notesOf)}
      saved={useSelector(actor, staff.savedNotesOf)}
      busy={useSelector(actor, staff.isStaffBusy)}
      onType={(text) => actor.send({ type: 'notes.typed', text })}
      onSave={() => actor.send({ type: 'notes.saved' })}
      onDiscard={() => actor.send({ type: 'notes.discarded' })}
    />
  )
}
