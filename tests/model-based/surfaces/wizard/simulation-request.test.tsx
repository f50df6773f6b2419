// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, vi } from 'vitest'
import type { EventFromLogic, SnapshotFrom } from 'xstate'

import type { Step } from '../../../../machines/wizard/request-context'
import { firstProblemOf } from '../../../../machines/wizard/rows/row-locations'
import { defaultPrices, type PriceTable } from '../../../../machines/wizard/rows/interfaces'
import { noBilling } from '../../../../machines/wizard/billing/billing'
import {
  arePricesKnown,
  canUndoDiscard,
  hasBillingFailed,
  havePricesFailed,
} from '../../../../machines/wizard/request-selectors'
import { simulationRequestMachine } from '../../../../machines/wizard/simulation-request.machine'
import { RequestDialog } from '../../../../src/workspace/wizard/request-dialog'
import { fullSi, storedRequest } from '../../../model/wizard/request-samples'
import { project, projectFile } from '../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { press } from '../../press'
import { failure, type Stage, type Surface } from '../../surface'
import { isUsable } from '../../usable'
import { testSurface } from '../../view-paths'

type Machine = typeof simulationRequestMachine
type Snapshot = SnapshotFrom<Machine>

const layout = projectFile()
const stackup = projectFile({ id: 'f2', name: 'stackup.csv', fileType: 'stackup' })
const newest = projectFile({ id: 'f3', name: 'newest.kicad_pcb' })
const photo = projectFile({ id: 'f4', name: 'photo.jpg', fileType: 'other' })
const chosen = { id: 'u1', name: 'radar.kicad_pcb', size: 1024, modified: 0 }
const begun = { files: [chosen], unreadable: ['broken'] }
const nameInUse = [{ field: 'name', message: 'The project name is already in use.' }]
const given = { projectId: 'p1', files: [], unreadable: [] }
const kept = storedRequest({ si: [{ id: 0, ...fullSi }] }, { layout })
const opened = { files: [layout, stackup], stored: null }
const dearer: PriceTable = {
  ...defaultPrices,
  // With a version, like every table of the API.
  version: 'v2',
  si: defaultPrices.si.map((one) => ({ ...one, unit_price: 2500 })),
}
const refused = [{ field: 'si[0].signal_nets', message: 'si[0].signal_nets is refused.' }]
const deleted = [{ field: 'layout_file_id', message: 'layout_file_id must be a file in the project’s Inputs folder.' }]
const table: PriceTable = { ...defaultPrices, version: 'v1' }
const budget = { budget: null, spent_cents: 0, open_cents: 0 }
const input = (projectId: string | null) => ({ projectId, key: 'k' })

const onClose = vi.fn()

/** The dialog, with a state in place of the step in the URL. */
function Request({ projectId }: { projectId: string | null }) {
  const [step, setStep] = useState<Step>(1)
  const on = { onStep: setStep, onProject: vi.fn(), onClose }
  return <RequestDialog projectId={projectId} requestedStep={step} {...on} />
}

const button = (name: string) => screen.getByRole('button', { name })
/** A draft that is being paid for can be neither discarded nor replaced. */
const expectDraftIsKept = () => {
  for (const one of screen.queryAllByRole('button', { name: /^(Start over|Continue with that one)$/ })) {
    expect(one).toBeDisabled()
  }
}
const list = (name: string) => screen.getByRole('combobox', { name })
const isChoosing = (snapshot: Snapshot) => snapshot.matches({ files: 'choosing' })
const isPaying = (snapshot: Snapshot) =>
  snapshot.matches({ summary: 'paying' }) || snapshot.matches({ summary: 'leaving' })
const isAddressed = (snapshot: Snapshot) =>
  isChoosing(snapshot) || snapshot.matches('signal') || snapshot.matches('power') || snapshot.hasTag('step4')
const hasNewest = ({ context }: Snapshot) => context.files.includes(newest)
const isArrivalTried = (snapshot: Snapshot) =>
  isChoosing(snapshot) || isPaying(snapshot) || snapshot.matches('signal') || snapshot.matches({ files: 'opening' })
const beginning = ['opening', 'filesFailed', 'creatingProject', 'creationFailed'] as const
const isBegunLater = (snapshot: Snapshot) =>
  !hasRows(snapshot) &&
  (beginning.some((files) => snapshot.matches({ files })) ||
    (isChoosing(snapshot) && snapshot.context.unusable.length === 0))
const isReviewed = (snapshot: Snapshot) => snapshot.matches({ summary: 'reviewing' }) && hasRows(snapshot)
const hasRows = ({ context: { draft } }: Snapshot) => draft.si.length > 0

/**
 * The billing details are tested with a separate user, who does little else, so that the paths of the others do not
 * multiply.
 */
const ofPayer = 'a user who enters billing details'
const payer = input('p2')
const isPayer = ({ context }: Snapshot) => context.projectId === payer.projectId
const isPayerReviewing = (snapshot: Snapshot) => isPayer(snapshot) && isReviewed(snapshot)
const eventsOfPayer: string[] = ['step.next', 'step.back', 'billing.changed', 'billing.retry', 'payment.requested']

type Events = Surface<Machine>['events']

const withPayer = (events: Events): Events =>
  Object.fromEntries(
    Object.entries(events).map(([name, given]) => [
      name,
      (snapshot: Snapshot) => {
        if (isPayer(snapshot) && !eventsOfPayer.includes(name)) return []
        // Otherwise, most states would exist with and without a discarded draft, or prices that arrived in a payment.
        if (snapshot.context.discarded && name !== 'discard.undone') return []
        if (snapshot.context.laterPrices) return []
        return typeof given === 'function' ? (given as (from: Snapshot) => object[])(snapshot) : given
      },
    ]),
  ) as Events

/** Checks the current step and the navigation buttons. */
function expectStep(name: string, snapshot: Snapshot, { canGoBack = true, canGoOn = true } = {}) {
  const steps = within(screen.getByRole('list', { name: 'Steps' }))
  expect(steps.getByRole('listitem', { current: 'step' })).toHaveTextContent(name)
  expect(button('Previous')).toHaveProperty('disabled', !canGoBack)
  const next = screen.queryByRole('button', { name: 'Next' })
  if (snapshot.hasTag('step4')) expect(next).toBeNull()
  else expect(next).toHaveProperty('disabled', !canGoOn)
  expectDraft(snapshot)
}

/** Checks the notices about a restored draft and about a draft in another tab. */
function expectDraft(snapshot: Snapshot) {
  const { otherDraft, restored } = snapshot.context
  const isGone = otherDraft === 'gone'
  expect(screen.queryByText('Before you pay, choose which request to keep.') !== null).toBe(
    !isGone && otherDraft !== null,
  )
  expect(screen.queryByText('Before you pay, choose whether to start over or keep this request.') !== null).toBe(isGone)
  const isRestored = restored !== null && otherDraft === null
  expect(screen.queryByText(/^Your unsent request from .* has been restored\.$/) !== null).toBe(isRestored)
  expect(screen.queryByText('Your request has been discarded.') !== null).toBe(canUndoDiscard(snapshot))
}

const expectFailure = (text: string) => {
  const alert = screen.getByText(text).closest<HTMLElement>('[role=alert]')
  expect(alert && within(alert).getByRole('button', { name: 'Retry' })).toBeEnabled()
}

const filesAreOpen = (isOpen: boolean) => {
  for (const name of [/^Layout file/, /^Stackup file/, /^Material file/])
    expect(screen.getByRole('combobox', { name })).toHaveProperty('disabled', !isOpen)
}

const paymentFailures = [
  'Failed to start payment. See console for details.',
  'Payment initialized, but no redirect URL returned.',
]

const payment = () => screen.getByRole('button', { name: 'Payment' })

let keys = 0
const keyNumber = (count: number) => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}` as const

/**
 * Presses a button that starts another order, which gets a new key: the previous order may have been paid for. While an
 * order is being paid for, the key stays the same.
 */
async function startAnother(name: string, event: EventFromLogic<Machine>, stage: Stage<Machine>) {
  const before = stage.snapshot()
  await press(name, event, stage)
  expect(stage.snapshot().context.key).toBe(isPaying(before) ? before.context.key : keyNumber(keys))
}

const simulationRequestSurface: Surface<Machine> = {
  situations: {
    'a user who chooses the project here': { input: input(null) },
    'a user who comes from a project': { input: input('p1') },
    [ofPayer]: { input: payer },
  },
  events: withPayer({
    'project.chosen': ({ context: { projects, draft } }) => {
      if (projects.length === 0) return []
      return draft.projectId === null ? [{ projectId: 'p1' }] : draft.si.length > 0 ? [{ projectId: 'p2' }] : []
    },
    'projects.retry': [{}],
    'files.retry': [{}],
    'creation.retry': [{}],
    'file.chosen': [{ fileType: 'stackup', fileId: 'f2' }],
    'files.given': (snapshot) => (isChoosing(snapshot) && snapshot.context.draft.projectId === 'p1' ? [given] : []),
    'file.arrived': (snapshot) =>
      isArrivalTried(snapshot) && !hasNewest(snapshot)
        ? [{ projectId: 'p1', files: [newest, photo], gone: [], isGiven: true }]
        : [],
    'si.added': (snapshot) => (hasRows(snapshot) ? [] : [{}]),
    'si.changed': [],
    'si.duplicated': [],
    'si.removed': [],
    'si.restored': [],
    'si.proposed': [],
    'pi.proposed': [],
    'pi.added': ({ context }) => (context.draft.pi.length > 0 ? [] : [{}]),
    'pi.changed': [],
    'pi.duplicated': [],
    'pi.removed': [],
    'pi.restored': [],
    'si.withdrawn': [],
    'pi.withdrawn': [],
    'order.referenced': [{ purchaseOrder: 'PO-7' }],
    'billing.changed': (snapshot) => {
      const { city, country } = snapshot.context.billing.details
      if (!isPayerReviewing(snapshot) || country !== '') return []
      return [{ fields: city === '' ? { city: 'Berlin' } : { country: 'DE' } }]
    },
    'billing.retry': (snapshot) => (isPayerReviewing(snapshot) && hasBillingFailed(snapshot) ? [{}] : []),
    'draft.discarded': (snapshot) =>
      snapshot.context.restored && !snapshot.context.otherDraft && (isChoosing(snapshot) || isPaying(snapshot))
        ? [{ newKey: 'the key of another order' }]
        : [],
    'draft.foundElsewhere': (snapshot) =>
      // Drafts are followed once a project is open.
      snapshot.context.draft.projectId !== null &&
      !snapshot.context.otherDraft &&
      (isChoosing(snapshot) || isPaying(snapshot) || snapshot.hasTag('step4'))
        ? [{ stored: kept }]
        : [],
    'draft.foundAgain': (snapshot) => (snapshot.context.otherDraft && isChoosing(snapshot) ? [{}] : []),
    'other.taken': (snapshot) =>
      snapshot.context.otherDraft && (isChoosing(snapshot) || isPaying(snapshot))
        ? [{ newKey: 'the key of another order' }]
        : [],
    'other.declined': (snapshot) =>
      snapshot.context.otherDraft && isChoosing(snapshot) ? [{ newKey: 'the key of another order' }] : [],
    'restored.seen': (snapshot) =>
      snapshot.context.restored && !snapshot.context.otherDraft && isChoosing(snapshot) ? [{}] : [],
    'location.selected': [{ place: { step: 1, rowId: null, field: null } }],
    'place.reached': [{}],
    'step.next': [{}],
    'step.back': [{}],
    // The browser's Back and Forward buttons, or an opened URL.
    'step.requested': (snapshot) => (isAddressed(snapshot) ? [{ step: 1 }, { step: 2 }, { step: 3 }, { step: 4 }] : []),
    'payment.requested': [{}],
    'prices.requested': (snapshot) => (havePricesFailed(snapshot) && isReviewed(snapshot) ? [{}] : []),
    'prices.missed': (snapshot) =>
      !arePricesKnown(snapshot) && !snapshot.context.pricesFailed && isReviewed(snapshot) ? [{}] : [],
    'prices.changed': (snapshot) =>
      snapshot.context.prices === defaultPrices &&
      hasRows(snapshot) &&
      (snapshot.matches({ summary: 'reviewing' }) || snapshot.matches('signal') || isPaying(snapshot))
        ? [{ prices: dearer }]
        : [],
    'discard.undone': (snapshot) => (canUndoDiscard(snapshot) && isChoosing(snapshot) ? [{}] : []),
    'project.begun': (snapshot) => {
      if (isChoosing(snapshot) && snapshot.context.draft.projectId === null) return [begun, { ...begun, files: [] }]
      // A folder may have been read only after a project was chosen, and a second one while a project is being created.
      return isBegunLater(snapshot) ? [begun] : []
    },
  }),
  done: {
    createProject: [project({ id: 'p2', name: 'Radar board' })],
    loadProjects: [{ projects: [project(), project({ id: 'p2', name: 'Radar board' })], begunIn: null }],
    loadPrices: (snapshot) => (snapshot.context.prices === defaultPrices && !isPayer(snapshot) ? [table] : []),
    openProject: [opened, { ...opened, stored: kept }],
    loadBilling: (snapshot) =>
      isPayerReviewing(snapshot) && snapshot.context.billing.remembered === undefined
        ? [{ ...noBilling, company: 'Example Ltd' }]
        : [],
    loadBudget: (snapshot) => (isPayerReviewing(snapshot) && snapshot.context.budget === null ? [budget] : []),
    startCheckout: [
      { id: 'r1', url: 'https://pay.example/1' },
      { id: 'r1', url: '' },
    ],
    openPaymentPage: [undefined],
    followPrices: null,
    keepDraft: null,
    uploadFiles: null,
  },
  failed: {
    createProject: [failure('', { status: 409, errors: nameInUse }), failure()],
    loadProjects: [failure()],
    loadPrices: (snapshot) => (snapshot.context.prices === defaultPrices && !isPayer(snapshot) ? [failure()] : []),
    openProject: [failure()],
    loadBilling: (snapshot) =>
      isPayerReviewing(snapshot) && snapshot.context.billing.remembered === undefined ? [failure()] : [],
    loadBudget: (snapshot) => (isPayerReviewing(snapshot) && snapshot.context.budget === null ? [failure()] : []),
    startCheckout: [
      failure('', { prices: dearer }),
      failure('', { errors: refused }),
      failure('', { errors: deleted }),
      failure('', { status: 409 }),
      failure(),
    ],
    openPaymentPage: [failure()],
    followPrices: null,
    keepDraft: null,
    uploadFiles: null,
  },
  distinguish: ({
    draft,
    files,
    restored,
    otherDraft,
    discarded,
    prices,
    laterPrices,
    pricesFailed,
    unusable,
    billing,
  }) => [
    ...[
      laterPrices !== null,
      laterPrices === dearer,
      pricesFailed,
      billing.remembered !== undefined,
      billing.hasFailed,
      billing.refusals > 0,
    ],
    ...[billing.details.city, billing.details.country],
    ...[draft.projectId, draft.si.length > 0, draft.pi.length > 0, firstProblemOf(draft) === null],
    ...[
      restored !== null,
      otherDraft !== null,
      discarded !== null,
      prices === defaultPrices,
      files.includes(newest),
      unusable.length > 0,
    ],
  ],
  inputs: {
    createProject: { key: expect.stringMatching(/./), name: expect.stringMatching(/^radar/), notes: null },
    openProject: (_, { situation }) => ({ projectId: situation === ofPayer ? 'p2' : expect.stringMatching(/^p[12]$/) }),
    startCheckout: (_, { situation }) => ({
      order: expect.objectContaining({
        project_id: situation === ofPayer ? 'p2' : expect.stringMatching(/^p[12]$/),
        layout_file_id: 'f1',
      }),
      turnaround: 10,
      taxCents: 0,
      key: expect.stringMatching(/./),
    }),
    openPaymentPage: { url: 'https://pay.example/1' },
  },
  mount: ({ machine, input: given }) => {
    vi.spyOn(crypto, 'randomUUID').mockImplementation(() => keyNumber((keys += 1)))
    renderWorkspace(<Request projectId={given?.projectId ?? null} />, {
      ...machinesOver({}),
      simulationRequest: machine,
    })
  },
  states: {
    'files.loadingProjects': (_, snapshot) => {
      expectStep('Files', snapshot, { canGoBack: false, canGoOn: false })
      expect(screen.getByRole('combobox', { name: /^Project/ })).toBeDisabled()
      filesAreOpen(false)
    },
    'files.projectsFailed': (_, snapshot) => {
      expectStep('Files', snapshot, { canGoBack: false, canGoOn: false })
      expectFailure('Your projects could not be loaded.')
      filesAreOpen(false)
    },
    'files.opening': (_, snapshot) => {
      expectStep('Files', snapshot, { canGoBack: false, canGoOn: false })
      filesAreOpen(false)
    },
    'files.filesFailed': (_, snapshot) => {
      expectStep('Files', snapshot, { canGoBack: false, canGoOn: false })
      expectFailure('Failed to load project files. Please try again.')
      filesAreOpen(false)
    },
    'files.choosing': (_, snapshot) => {
      const { draft } = snapshot.context
      const canGoOn = draft.projectId !== null && draft.layoutFileId !== null
      expectStep('Files', snapshot, { canGoBack: false, canGoOn })
      filesAreOpen(draft.projectId !== null)
      expect(button('Upload files')).toBeEnabled()
      expect(screen.queryByText('photo.jpg cannot be simulated.') !== null).toBe(snapshot.context.unusable.length > 0)
      expect(screen.getByRole('combobox', { name: /^Layout file/ })).toHaveValue(draft.layoutFileId ?? '')
      const { failure: reason } = snapshot.context
      if (reason) expect(screen.getByText(reason).closest('[role=alert]')).toHaveTextContent('Nothing was charged')
    },
    'files.creatingProject': (_, snapshot) => {
      expectStep('Files', snapshot, { canGoBack: false, canGoOn: false })
      expect(button('Upload files')).toBeDisabled()
      expect(screen.getByRole('combobox', { name: /^Project/ })).toBeDisabled()
      filesAreOpen(false)
      // The dialog stays open until the upload has started.
      fireEvent.click(button('Close'))
      expect(onClose).not.toHaveBeenCalled()
    },
    'files.creationFailed': (_, snapshot) => {
      expectStep('Files', snapshot, { canGoBack: false, canGoOn: false })
      expectFailure('Failed to create project')
      expect(button('Upload files')).toBeEnabled()
      filesAreOpen(false)
    },
    enteringStep: () => {
      throw new Error('Nobody can see it: it is left at once.')
    },
    signal: (_, snapshot) => {
      expectStep('Signal integrity', snapshot)
      expect(button('Add signal integrity row')).toBeEnabled()
    },
    power: (_, snapshot) => {
      expectStep('Power integrity', snapshot)
      expect(button('Add power integrity row')).toBeEnabled()
    },
    'summary.reviewing': (_, snapshot) => {
      expectStep('Summary', snapshot)
      // Payment is disabled until the user has chosen one of the two requests.
      expect(payment()).toHaveProperty('disabled', snapshot.context.otherDraft !== null)
      expect(screen.getByRole('textbox', { name: /^Purchase order/ })).toBeEnabled()
      const { failure: reason, oldPrices } = snapshot.context
      expect(screen.queryByText('The prices have changed.') !== null).toBe(oldPrices !== null)
      if (reason) {
        expect(paymentFailures).toContain(reason)
        expect(screen.getByText(reason)).toBeVisible()
      }
      expect(screen.queryByText('The current prices could not be loaded.') !== null).toBe(havePricesFailed(snapshot))
      const { details, refusals } = snapshot.context.billing
      expect(screen.getByLabelText('Company')).toHaveValue(details.company)
      expect(screen.queryByText('Your billing details could not be loaded.') !== null).toBe(hasBillingFailed(snapshot))
      expect(screen.queryByText('Choose the country of the address.') !== null).toBe(
        refusals > 0 && details.city !== '' && details.country === '',
      )
      if (!arePricesKnown(snapshot)) expect(isUsable(button('Download quote'))).toBe(false)
      if (!hasRows(snapshot) && snapshot.context.draft.pi.length === 0)
        expect(screen.getByText('Add at least one row before payment.')).toBeVisible()
    },
    'summary.goingToProblem': () => {
      throw new Error('Nobody can see it: it is left at once.')
    },
    'summary.paying': (_, snapshot) => {
      expectStep('Summary', snapshot, { canGoBack: false })
      expect(isUsable(payment())).toBe(false)
      expectDraftIsKept()
    },
    'summary.leaving': (_, snapshot) => {
      expectStep('Summary', snapshot, { canGoBack: false })
      expect(isUsable(payment())).toBe(false)
      expectDraftIsKept()
      expect(snapshot.children['0.simulationRequest.summary.leaving']?.getSnapshot()).toMatchObject({
        input: { url: 'https://pay.example/1' },
      })
    },
  },
  perform: {
    'project.chosen': async (event, { user, send }) => {
      const projects = screen.getByRole('combobox', { name: /^Project/ })
      if (projects.hasAttribute('disabled')) send(event)
      else await user.selectOptions(projects, event.projectId)
    },
    'projects.retry': async (_, { user }) => user.click(button('Retry')),
    'files.retry': async (_, { user }) => user.click(button('Retry')),
    'creation.retry': async (_, { user }) => user.click(button('Retry')),
    'file.chosen': async ({ fileId }, { user }) => user.selectOptions(list('Stackup file (optional)'), fileId ?? ''),
    // Choosing files has its own test, in tests/views.
    'files.given': (event, { send }) => send(event),
    // The upload has ended.
    'file.arrived': (event, { report }) => report('uploadFiles', event),
    'si.added': async (_, { user }) => user.click(button('Add signal integrity row')),
    'si.changed': (event, { send }) => send(event),
    'si.duplicated': (event, { send }) => send(event),
    'si.removed': (event, { send }) => send(event),
    'si.restored': (event, { send }) => send(event),
    'si.proposed': (event, { send }) => send(event),
    'pi.proposed': (event, { send }) => send(event),
    'pi.added': async (_, { user }) => user.click(button('Add power integrity row')),
    'pi.changed': (event, { send }) => send(event),
    'pi.duplicated': (event, { send }) => send(event),
    'pi.removed': (event, { send }) => send(event),
    'pi.restored': (event, { send }) => send(event),
    'si.withdrawn': (event, { send }) => send(event),
    'pi.withdrawn': (event, { send }) => send(event),
    'order.referenced': async ({ purchaseOrder }, { user }) => {
      await user.tripleClick(screen.getByRole('textbox', { name: /^Purchase order/ }))
      await user.paste(purchaseOrder)
    },
    'billing.changed': async ({ fields: { city, country } }) => {
      if (city !== undefined) fireEvent.change(screen.getByLabelText('City'), { target: { value: city } })
      if (country !== undefined) fireEvent.change(screen.getByLabelText('Country'), { target: { value: country } })
    },
    'billing.retry': async () => {
      fireEvent.click(screen.getByText('Load them again'))
    },
    'draft.discarded': (event, stage) => startAnother('Start over', event, stage),
    'discard.undone': async (_, { user }) => user.click(button('Undo')),
    // Choosing files has its own test, in tests/views.
    'project.begun': (event, { send }) => send(event),
    // Another tab has stored a draft.
    'draft.foundElsewhere': (event, { report }) => report('keepDraft', event),
    'draft.foundAgain': (event, { report }) => report('keepDraft', event),
    'other.taken': (event, stage) => startAnother('Continue with that one', event, stage),
    'other.declined': async (_, { user, snapshot }) => {
      const { key } = snapshot().context
      await user.click(button('Keep this one'))
      // It is still the same order.
      expect(snapshot().context.key).toBe(key)
    },
    'restored.seen': async (_, { user }) => user.click(button('Continue')),
    // Sent by a link in a pre-flight warning.
    'location.selected': (event, { send }) => send(event),
    // The view sends this event itself once the field has received focus.
    'place.reached': (event, { send, snapshot }: Stage<Machine>) => {
      expect(snapshot().context.place).toBeNull()
      send(event)
    },
    'step.next': async (_, { user }) => user.click(button('Next')),
    'step.back': async (_, { user }) => user.click(button('Previous')),
    'step.requested': (event, { send }) => send(event),
    'prices.requested': async (_, { user }) => {
      const notice = screen.getByText('The current prices could not be loaded.').closest<HTMLElement>('[role=alert]')
      await user.click(within(notice!).getByRole('button', { name: 'Retry' }))
    },
    'prices.missed': (event, { report }) => report('followPrices', event),
    // The price table has been loaded again after a change.
    'prices.changed': (event, { report }) => report('followPrices', event),
    'payment.requested': async (event, { user, send }) => {
      const pay = button('Payment')
      if (pay.hasAttribute('disabled')) send(event)
      else await user.click(pay)
    },
  },
}

beforeAll(() => {
  // jsdom has no layout, but the virtualized list needs a height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

testSurface('Simulation request', simulationRequestMachine, simulationRequestSurface)
