import { Button } from '@chakra-ui/react/button'
import { Stack } from '@chakra-ui/react/stack'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'

import { BusyButton } from '../../ui/busy-button'
import type { Project } from '../../../machines/projects/project-list'
import { dollarText } from '../../../machines/lib/dollars'
import * as inspection from '../../../machines/wizard/board/file-inspection.machine'
import { hasCompleteRow, preflightOf } from '../../../machines/wizard/preflight'
import type { Step } from '../../../machines/wizard/request-context'
import { isBillingDetails } from '../../../machines/wizard/billing/request-billing'
import * as request from '../../../machines/wizard/request-selectors'
import { readDraft } from '../../session/drafts/drafts'
import { useDraft } from '../../session/drafts/use-draft'
import { price } from '../../ui/amounts'
import { BoardRowsContext, followRows } from './rows/board-rows'
import { BoardOfRequest } from './board/request-board'
import { DialogFrame } from '../../ui/dialog/dialog-frame'
import { ErrorNotice } from '../../ui/notices/notices'
import { useEmitted } from '../../ui/use-emitted'
import { lostProject } from '../projects/lost-project'
import { FilesStep } from './steps/files-step'
import { FoundOnBoard } from './board/found-on-board'
import { LayoutNetsContext } from './layout/layout-nets'
import { followRequest, useWizardMachines } from './machines'
import { NetsNotice } from './nets-notice'
import { PowerStep } from './steps/power-step'
import { PreflightNotice } from './preflight-notice'
import { DraftNotices } from './request-notices'
import { RequestStepper, StepHeading } from './request-stepper'
import { SignalStep } from './steps/signal-step'
import { OrderTerms, SummaryStep } from './steps/summary-step'

type RequestDialogProps = {
  projectId: string | null
  /** Whether the project disappeared while the dialog was open. */
  isGone?: boolean
  /**
   * The step in the URL, or null if the URL names none. The machine goes to this step or, without one, to the step in
   * which the draft was left, as far as the draft allows.
   */
  requestedStep: Step | null
  /** Called when the machine changes the step or the project, so that the URL can be updated. */
  onStep: (step: Step) => void
  onProject: (projectId: string) => void
  /** Called when a project has been created for the files of the request. */
  onCreated?: (project: Project) => void
  onClose: () => void
}

const isRowStep = (step: number): step is 2 | 3 => step === 2 || step === 3

/** The button that opens a request, on the page that appears when the request is closed. */
const opener = () => document.querySelector<HTMLElement>('main button[name=request]')

/** The dialog for a simulation request, in four steps. */
export function RequestDialog({ projectId, isGone = false, requestedStep, onClose, ...on }: RequestDialogProps) {
  const machines = useWizardMachines()
  const [input] = useState(() => ({
    projectId,
    key: crypto.randomUUID(),
    typedBilling: readDraft('billing', isBillingDetails),
  }))
  const actor = useActorRef(machines.simulationRequest, { input })
  useDraft('billing', actor, request.typedBillingOf)
  const [inspecting] = useState(() =>
    machines.fileInspection.provide({ actors: { followRequest: followRequest(actor) } }),
  )
  const inspector = useActorRef(inspecting)
  const [onBoard] = useState(() => machines.boardRows.provide({ actors: { followRows: followRows(actor, inspector) } }))
  const boardRows = useActorRef(onBoard)
  const step = useSelector(actor, request.stepOf)
  const busy = useSelector(actor, request.isWizardBusy)
  const isUploadPending = useSelector(actor, request.isUploadPending)
  useAddress(actor, requestedStep, on)

  const layout = useSelector(actor, request.layoutOf)
  const stackup = useSelector(actor, request.stackupOf)
  const drawn = useSelector(inspector, inspection.isLayoutDrawn)
  const board = drawn ? layout : null

  return (
    <DialogFrame
      title="Request Simulation"
      size="page"
      busy={busy && isUploadPending}
      isUnsent={isUploadPending}
      onClose={onClose}
      successor={opener}
      header={
        <RequestStepper
          step={step}
          onStep={busy ? null : (chosen) => actor.send({ type: 'step.requested', step: chosen })}
        />
      }
      footer={<Footer actor={actor} step={step} />}
    >
      <Stack gap="4" flex="1 0 auto">
        <StepHeading actor={actor} step={step} />
        {isGone && (
          <ErrorNotice
            title={lostProject}
            text="This request cannot be sent. Choose another project in step 1 to continue with the same interfaces and nets."
          />
        )}
        <DraftNotices actor={actor} />
        <LayoutNetsContext value={inspector}>
          <BoardRowsContext value={board && boardRows}>
            <BoardOfRequest rows={boardRows} layout={step === 1 ? null : board} stackup={stackup} step={step}>
              <Stack gap="6">
                {step === 1 && <FilesStep actor={actor} />}
                {isRowStep(step) && <NetsNotice actor={inspector} />}
                {isRowStep(step) && <FoundOnBoard key={step} actor={actor} inspector={inspector} step={step} />}
                {step === 2 && <SignalStep actor={actor} />}
                {step === 3 && <PowerStep actor={actor} />}
                {step === 4 && <Preflight actor={actor} inspector={inspector} />}
                {step === 4 && <SummaryStep actor={actor} />}
              </Stack>
            </BoardOfRequest>
          </BoardRowsContext>
        </LayoutNetsContext>
      </Stack>
    </DialogFrame>
  )
}

/**
 * First the machine goes to the step in the URL, as far as the draft allows; then the URL is set to the machine's step.
 */
function useAddress(
  actor: request.SimulationRequestActor,
  requestedStep: Step | null,
  { onStep, onProject, onCreated }: Pick<RequestDialogProps, 'onStep' | 'onProject' | 'onCreated'>,
) {
  useEmitted(actor, {
    'step.reached': ({ step }) => {
      if (step !== requestedStep) onStep(step)
    },
    'project.opened': ({ projectId }) => onProject(projectId),
    'project.created': ({ project }) => onCreated?.(project),
  })
  useEffect(() => {
    if (requestedStep !== null) actor.send({ type: 'step.requested', step: requestedStep })
  }, [actor, requestedStep])
}

/** The width of the primary button, enough for its longest label, so that the buttons do not move between steps. */
const primary = '28'

/** The total, and the buttons to go forward and back. */
function Footer({ actor, step }: { actor: request.SimulationRequestActor; step: number }) {
  const total = useSelector(actor, request.totalOfRequest)
  const oldTotal = useSelector(actor, request.oldTotalOf)
  const withTax = useSelector(actor, request.totalWithTaxOf)
  const busy = useSelector(actor, request.isWizardBusy)
  const canGoOn = useSelector(actor, (snapshot) => snapshot.can({ type: 'step.next' }))
  const canGoBack = useSelector(actor, (snapshot) => snapshot.can({ type: 'step.back' }))
  const canPay = useSelector(actor, (snapshot) => snapshot.can({ type: 'payment.requested' }))

  return (
    <>
      <chakra.div me="auto" flex="1 1 240px">
        <chakra.p textStyle="figures" aria-live="polite">
          Total <strong>{price(total)}</strong>
          {step === 4 && withTax !== null && (
            <>
              , with tax <strong>{dollarText(withTax)}</strong>
            </>
          )}
          {step < 4 && oldTotal !== null && oldTotal !== total && ` (${price(oldTotal)} before the prices changed)`}
        </chakra.p>
        <OrderTerms actor={actor} />
      </chakra.div>
      <Button variant="outline" disabled={!canGoBack} onClick={() => actor.send({ type: 'step.back' })}>
        Previous
      </Button>
      {step < 4 ? (
        <Button w={primary} disabled={!canGoOn} onClick={() => actor.send({ type: 'step.next' })}>
          Next
        </Button>
      ) : (
        <BusyButton
          w={primary}
          disabled={!canPay}
          busy={busy}
          // Ignore the second click of a double click on Next, which is at the same position.
          onClick={({ detail }) => detail < 2 && actor.send({ type: 'payment.requested' })}
        >
          Payment
        </BusyButton>
      )}
    </>
  )
}

type PreflightProps = { actor: request.SimulationRequestActor; inspector: inspection.FileInspectionActor }

function Preflight({ actor, inspector }: PreflightProps) {
  const draft = useSelector(actor, request.draftOf)
  const facts = useSelector(inspector, inspection.factsOf)
  const reading = useSelector(inspector, inspection.isReading)
  if (!hasCompleteRow(draft)) return null
  return (
    <PreflightNotice
      warnings={preflightOf(draft, facts)}
      layout={reading ? 'reading' : facts && !facts.unreadable ? 'read' : 'unread'}
      onMend={({ place }) => actor.send({ type: 'location.selected', place })}
    />
  )
}
