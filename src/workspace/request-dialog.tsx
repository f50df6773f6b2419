import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef, useState } from 'react'

import * as inspection from '../../machines/workspace/file-inspection.machine'
import type { ChosenFiles } from '../../machines/workspace/file-inspection.machine'
import { preflightOf, type Warning } from '../../machines/workspace/preflight'
import * as request from '../../machines/workspace/simulation-request.machine'
import { isRequestDraft } from '../../machines/workspace/request-rules'
import { readDraft, useDraft } from '../session/drafts'
import { price } from './amounts'
import { DialogFrame } from './dialog-frame'
import { FilesStep } from './files-step'
import { LayoutNetsContext, searchable } from './layout-nets'
import { useWorkspaceMachines } from './machines'
import { NetsNotice } from './nets-notice'
import { PowerStep } from './power-step'
import { PreflightNotice } from './preflight-notice'
import { RequestStepper } from './request-stepper'
import { SignalStep } from './signal-step'
import { PaymentTerms, SummaryStep } from './summary-step'

type RequestDialogProps = {
  projectId: string | null
  /** The step that the address asks for; the machine goes there as far as it may. */
  wantedStep: number
  /** Told of each step the machine takes, so that the address follows. */
  onStep: (step: 1 | 2 | 3 | 4) => void
  /** Told of the payment page's address once there is one. */
  onLeave: (paymentUrl: string) => void
  onClose: () => void
}

const areSameFiles = (one: ChosenFiles | null, other: ChosenFiles | null) =>
  one?.layout === other?.layout && one?.stackup === other?.stackup && one?.material === other?.material

/** The step is the address of its rows; within it the row is found by its id. */
function focusRow({ rowId }: Warning) {
  const row = rowId === null ? null : document.getElementById(`request-row-${rowId}`)
  row?.querySelector<HTMLElement>('select, input')?.focus()
}

/** The four-step simulation request. */
export function RequestDialog({ projectId, wantedStep, onStep, onLeave, onClose }: RequestDialogProps) {
  const [draftKey] = useState(() => crypto.randomUUID())
  const [draft] = useState(() => {
    const kept = readDraft('request', isRequestDraft)
    return projectId === null || kept?.projectId === projectId ? kept : null
  })
  const actor = useActorRef(useWorkspaceMachines().simulationRequest, { input: { projectId, draft, draftKey } })
  const step = useSelector(actor, request.stepOf)
  const total = useSelector(actor, request.totalOfRequest)
  const busy = useSelector(actor, request.isBusy)
  const paymentUrl = useSelector(actor, request.paymentUrlOf)
  const canGoOn = useSelector(actor, (snapshot) => snapshot.can({ type: 'step.next' }))
  const canGoBack = useSelector(actor, (snapshot) => snapshot.can({ type: 'step.back' }))
  const canPay = useSelector(actor, (snapshot) => snapshot.can({ type: 'payment.requested' }))

  useDraft('request', actor, request.unpaidDraftOf)

  const inspector = useActorRef(useWorkspaceMachines().fileInspection)
  const chosen = useSelector(actor, request.chosenFilesOf, areSameFiles)
  useEffect(() => inspector.send({ type: 'files.chosen', files: chosen }), [inspector, chosen])
  const facts = useSelector(inspector, inspection.factsOf)
  const reading = useSelector(inspector, inspection.isReading)
  const layout = useSelector(inspector, inspection.netsOf)
  const nets = useMemo(() => searchable(layout), [layout])
  const draftNow = useSelector(actor, request.draftOf)
  const toMend = useRef<Warning | null>(null)
  useEffect(() => {
    if (toMend.current?.step === step) focusRow(toMend.current)
    toMend.current = null
  }, [step])

  // The address leads where the machine lets it; then the address follows the machine.
  useEffect(() => {
    if (busy) return
    const go = (event: { type: 'step.next' } | { type: 'step.back' }, isThere: (step: number) => boolean) => {
      while (!isThere(request.stepOf(actor.getSnapshot())) && actor.getSnapshot().can(event)) actor.send(event)
    }
    go({ type: 'step.back' }, (at) => at <= wantedStep)
    go({ type: 'step.next' }, (at) => at >= wantedStep)
  }, [actor, busy, wantedStep])
  // The parent's callbacks change with every render; only the machine's own news matter here.
  useEffect(() => {
    const reached = request.stepOf(actor.getSnapshot())
    if (!busy && reached !== wantedStep) onStep(reached)
  }, [step, busy]) // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(() => {
    if (paymentUrl) onLeave(paymentUrl)
  }, [paymentUrl]) // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(() => {
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) actor.send({ type: 'page.restored' })
    }
    addEventListener('pageshow', restored)
    return () => removeEventListener('pageshow', restored)
  }, [actor])

  return (
    <DialogFrame
      title="Request Simulation"
      size="xl"
      onClose={onClose}
      footer={
        <>
          {step === 4 && <PaymentTerms />}
          <chakra.p textStyle="figures" me="auto" aria-live="polite">
            Total <strong>{price(total)}</strong>
          </chakra.p>
          <Button variant="outline" disabled={!canGoBack} onClick={() => actor.send({ type: 'step.back' })}>
            Previous
          </Button>
          {step < 4 ? (
            <Button disabled={!canGoOn} onClick={() => actor.send({ type: 'step.next' })}>
              Next
            </Button>
          ) : (
            <Button disabled={!canPay} loading={busy} onClick={() => actor.send({ type: 'payment.requested' })}>
              Payment
            </Button>
          )}
        </>
      }
    >
      <Stack gap="6">
        <RequestStepper step={step} />
        {step === 1 && <FilesStep actor={actor} />}
        {(step === 2 || step === 3) && <NetsNotice actor={inspector} />}
        <LayoutNetsContext value={nets}>
          {step === 2 && <SignalStep actor={actor} />}
          {step === 3 && <PowerStep actor={actor} />}
        </LayoutNetsContext>
        {step === 4 && (
          <PreflightNotice
            warnings={preflightOf(draftNow, facts)}
            layout={reading ? 'reading' : facts && !facts.unreadable ? 'read' : 'unread'}
            onMend={(warning) => {
              toMend.current = warning
              onStep(warning.step)
            }}
          />
        )}
        {step === 4 && <SummaryStep actor={actor} />}
      </Stack>
    </DialogFrame>
  )
}
