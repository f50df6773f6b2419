import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { chakra } from '@chakra-ui/react/styled-system'
import { Textarea } from '@chakra-ui/react/textarea'
import { mdiClose } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'

import * as delivery from '../../../machines/staff/requests/delivery.machine'
import type { StaffRequest } from '../../../machines/staff/requests/staff-request.machine'
import { fileSize } from '../../ui/amounts'
import { Icon } from '../../ui/icon'
import { ErrorNotice } from '../../ui/notices/notices'
import { ReportContent } from '../../workspace/requests/report/report-content'
import { DropZone } from '../../workspace/transfers/drop-zone'
import { PickButton } from '../../workspace/transfers/pick-button'
import { useStaffMachines } from '../machines'
import { deliveryButton, requestTitle, takeFocus, takeLostFocus, useFocusAfterwards } from '../staff-focus'
import { TaskButton } from '../task-button'

/**
 * Delivers a request, or corrects its delivery. The user adds files and a manifest, runs the checks, and then sees what
 * the customer will see.
 */
export function DeliveryPanel({ request }: { request: StaffRequest }) {
  const { summary, si, pi, deliveries } = request
  const [input] = useState({ requestId: summary.id, ordered: { si, pi } })
  const actor = useActorRef(useStaffMachines().delivery, { input })
  const open = useSelector(actor, delivery.isDeliveryOpen)
  const isCorrection = deliveries.length > 0
  if (open) return <DeliveryForm actor={actor} request={request} isCorrection={isCorrection} />
  return (
    <TaskButton
      id={deliveryButton}
      variant={isCorrection ? 'outline' : 'solid'}
      next={[requestTitle]}
      onClick={() => actor.send({ type: 'delivery.begun' })}
    >
      {isCorrection ? 'Correct the delivery' : 'Prepare the delivery'}
    </TaskButton>
  )
}

type PartProps = { actor: delivery.DeliveryActor }

type FormProps = PartProps & { request: StaffRequest; isCorrection: boolean }

function DeliveryForm({ actor, request, isCorrection }: FormProps) {
  useFocusAfterwards(deliveryButton, requestTitle)
  const failure = useSelector(actor, delivery.deliveryFailureOf)
  const { deliveries } = request
  return (
    <chakra.section
      aria-labelledby="delivery"
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
      p="4"
      w="full"
      borderWidth="1px"
      borderRadius="l3"
      bg="bg.panel"
    >
      <chakra.h2 ref={takeFocus} id="delivery" tabIndex={-1} outline="none" fontWeight="semibold">
        {isCorrection ? `Delivery ${deliveries.length + 1}, which replaces delivery ${deliveries.length}` : 'Delivery'}
      </chakra.h2>
      <ChosenFiles actor={actor} />
      <Manifest actor={actor} />
      {isCorrection && <Reason actor={actor} />}
      {failure && <ErrorNotice title={failure} text="Your files and entries are kept." />}
      <Result actor={actor} request={request} />
      <Actions actor={actor} isCorrection={isCorrection} replaces={deliveries.length} />
    </chakra.section>
  )
}

function ChosenFiles({ actor }: PartProps) {
  const files = useSelector(actor, delivery.filesOfDelivery)
  const sending = useSelector(actor, delivery.isSendingDelivery)
  const choose = (choice: delivery.FileChoice) => actor.send({ type: 'files.chosen', ...choice })
  return (
    <DropZone active={!sending} text="Drop the delivery files" onFiles={choose}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <PickButton
          label="Choose files"
          input="Delivery files"
          isPrimary={files.length === 0}
          disabled={sending}
          onChosen={choose}
        />
        <chakra.p textStyle="sm" color="fg.muted">
          or drop them here. A file named {delivery.MANIFEST_NAME} becomes the manifest.
        </chakra.p>
      </chakra.div>
      {files.length > 0 && (
        <chakra.ul aria-label="Delivery files" display="grid" gap="1" textStyle="sm">
          {files.map(({ id, name, size }) => (
            <chakra.li key={id} display="flex" alignItems="center" gap="3" minH="8">
              <chakra.span fontFamily="mono" overflowWrap="anywhere">
                {name}
              </chakra.span>
              <chakra.span color="fg.muted" whiteSpace="nowrap">
                {fileSize(size)}
              </chakra.span>
              <Button
                size="xs"
                variant="ghost"
                aria-label={`Remove ${name}`}
                disabled={sending}
                onClick={({ currentTarget }) => {
                  // The button disappears, so the first button of the section gets the focus.
                  currentTarget.closest('section')?.querySelector('button')?.focus()
                  actor.send({ type: 'file.removed', id })
                }}
              >
                <Icon path={mdiClose} />
              </Button>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </DropZone>
  )
}

function Manifest({ actor }: PartProps) {
  const manifest = useSelector(actor, delivery.manifestOf)
  const sending = useSelector(actor, delivery.isSendingDelivery)
  const hasFiles = useSelector(actor, (snapshot) => delivery.filesOfDelivery(snapshot).length > 0)
  if (!hasFiles) return null
  return (
    <Field.Root>
      <Field.Label>Report manifest</Field.Label>
      <Textarea
        rows={12}
        fontFamily="mono"
        textStyle="xs"
        spellCheck={false}
        maxLength={1_000_000}
        value={manifest}
        readOnly={sending}
        onChange={({ target }) => actor.send({ type: 'manifest.typed', text: target.value })}
      />
      <Field.HelperText>
        Maps the files to the rows and states the limits for each row. Its first version is generated from the files:
        check and complete it. Without a manifest, the customer gets the files but no report.
      </Field.HelperText>
    </Field.Root>
  )
}

function Reason({ actor }: PartProps) {
  const reason = useSelector(actor, delivery.reasonOf)
  const sending = useSelector(actor, delivery.isSendingDelivery)
  return (
    <Field.Root required>
      <Field.Label>What was corrected, and why</Field.Label>
      <Textarea
        rows={3}
        maxLength={1000}
        value={reason}
        readOnly={sending}
        onChange={({ target }) => actor.send({ type: 'reason.typed', text: target.value })}
      />
      <Field.HelperText>The customer can read this. Files with the same names become new revisions.</Field.HelperText>
    </Field.Root>
  )
}

/** The report as the customer will see it. */
function Result({ actor, request }: PartProps & { request: StaffRequest }) {
  const checked = useSelector(actor, delivery.isDeliveryChecked)
  const report = useSelector(actor, delivery.computedReportOf)
  if (!checked) return null
  return (
    <chakra.section aria-label="What the customer will see" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3">
      {/* The heading gets the focus, not the button that delivers: a second press of Enter must deliver nothing. */}
      <chakra.h3 ref={takeLostFocus} tabIndex={-1} outline="none" fontWeight="semibold">
        What the customer will see
      </chakra.h3>
      {report ? (
        <ReportContent
          request={request}
          report={{ ...report, files: [] }}
          openRow={null}
          onRow={null}
          onFile={null}
          onBoard={null}
          actions={null}
          board={null}
        />
      ) : (
        <chakra.p textStyle="sm">The files, without a report.</chakra.p>
      )}
    </chakra.section>
  )
}

function Actions({ actor, isCorrection, replaces }: PartProps & { isCorrection: boolean; replaces: number }) {
  const hasFiles = useSelector(actor, (snapshot) => delivery.filesOfDelivery(snapshot).length > 0)
  const hasReason = useSelector(actor, (snapshot) => delivery.reasonOf(snapshot).trim() !== '')
  const checked = useSelector(actor, delivery.isDeliveryChecked)
  const checking = useSelector(actor, delivery.isCheckingDelivery)
  const reading = useSelector(actor, delivery.isReadingDelivery)
  const sending = useSelector(actor, delivery.isSendingDelivery)
  const share = useSelector(actor, delivery.sentShareOf)
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
      {checked ? (
        <TaskButton
          key="deliver"
          busy={isCorrection && !hasReason}
          running={sending}
          onClick={() => actor.send({ type: 'delivery.confirmed', replaces, newId: crypto.randomUUID() })}
        >
          {sending ? `Delivering, ${share}% sent` : 'Deliver to the customer'}
        </TaskButton>
      ) : (
        <TaskButton
          key="check"
          busy={!hasFiles || reading}
          running={checking}
          onClick={() => actor.send({ type: 'check.requested' })}
        >
          {checking ? 'Running the checks' : 'Run the checks'}
        </TaskButton>
      )}
      <Button
        size="sm"
        variant="outline"
        onClick={() => actor.send(sending ? { type: 'sending.cancelled' } : { type: 'delivery.left' })}
      >
        {sending ? 'Cancel' : 'Discard'}
      </Button>
      {checked && !sending && (
        <chakra.p textStyle="sm" color="fg.muted">
          {isCorrection && !hasReason
            ? 'First, enter what was corrected, and why.'
            : 'All members of the project will be notified. To run the checks again, change a file or the manifest.'}
        </chakra.p>
      )}
    </chakra.div>
  )
}
