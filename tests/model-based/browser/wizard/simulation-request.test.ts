import type { Page } from '@playwright/test'

import type { SiRow } from '../../../../machines/wizard/request-rules'
import { simulationRequestMachine } from '../../../../machines/wizard/simulation-request.machine'
import { expect } from '../../../e2e/fixtures'
import { project, projectFile } from '../../../model/samples'
import { failure } from '../../surface'
import { testTour, type Tour } from '../../browser-harness'
import { boardOf } from '../boards'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request Simulation' })
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const row = (page: Page) => dialog(page).getByRole('group', { name: 'Signal integrity row 1' })
const stepper = (page: Page, name: string) => dialog(page).locator('[aria-current="step"]').filter({ hasText: name })

const fields: Partial<SiRow> = {
  interface: 'MIPI-D',
  speed: '1.5 Gbps',
  signal_nets: ['D0_P'],
  ground_nets: ['GND'],
  clock_signal: ['CLK_P'],
}
const never = () => Promise.reject(new Error('No path of this tour sends this event.'))

const simulationRequest: Tour<typeof simulationRequestMachine> = {
  situations: { 'a project with a layout': { input: { projectId: 'p1', key: 'k1' } } },
  distinguish: ({ draft }) => [draft.layoutFileId, draft.si.length, draft.si[0]?.interface],
  events: {
    'project.chosen': [],
    'file.chosen': [],
    'files.given': [],
    'project.begun': [],
    'file.arrived': [],
    'order.referenced': [],
    'billing.changed': [],
    'billing.retry': [],
    'draft.discarded': [],
    'discard.undone': [],
    'si.duplicated': [],
    'draft.foundElsewhere': [],
    'draft.foundAgain': [],
    'other.taken': [],
    'other.declined': [],
    'restored.seen': [],
    'prices.changed': [],
    'prices.requested': [],
    'prices.missed': [],
    'si.removed': [],
    'si.restored': [],
    'si.proposed': [],
    'pi.proposed': [],
    'location.selected': [],
    'place.reached': [],
    'step.back': [],
    'step.requested': [],
    'pi.added': [],
    'pi.changed': [],
    'pi.duplicated': [],
    'pi.removed': [],
    'pi.restored': [],
    'si.withdrawn': [],
    'pi.withdrawn': [],
    'creation.retry': [],
    'projects.retry': [{}],
    'files.retry': [{}],
    'si.added': ({ context }) => (context.draft.si.length === 0 ? [{}] : []),
    'si.changed': ({ context }) => context.draft.si.map(({ id }) => ({ rowId: id, fields })),
    'step.next': [{}],
    'payment.requested': [{}],
  },
  done: {
    loadProjects: [{ projects: [project()], begunIn: null }],
    createProject: [],
    openProject: [{ files: [projectFile()], stored: null }],
    startCheckout: [{ id: 'r1', url: 'https://pay.example/r1' }],
    loadPrices: [],
    loadBilling: [],
    loadBudget: [],
    openPaymentPage: [],
    followPrices: null,
    keepDraft: null,
    uploadFiles: null,
  },
  failed: {
    loadProjects: [failure('The list is not available at the moment.')],
    createProject: [],
    openProject: [failure('The files are being moved.')],
    startCheckout: [failure('The payment provider does not answer.')],
    loadPrices: [],
    loadBilling: [],
    loadBudget: [],
    openPaymentPage: [],
    followPrices: null,
    keepDraft: null,
    uploadFiles: null,
  },
  calls: {
    loadProjects: { method: 'GET', address: /\/api\/projects(\?.*)?$/ },
    createProject: null,
    openProject: { method: 'GET', address: /\/api\/projects\/[\w-]+\/files(\?.*)?$/ },
    startCheckout: { method: 'POST', address: /\/payments\/checkout$/ },
    loadPrices: null,
    loadBilling: null,
    loadBudget: null,
    openPaymentPage: null,
    followPrices: null,
    keepDraft: null,
    uploadFiles: null,
  },
  arrange: async ({ page, stack, signIn, hold }) => {
    const { name } = await boardOf(stack, 'user', { 'board.kicad_pcb': '(kicad_pcb (version 20241229))' })
    await signIn('user')
    await page.getByRole('button', { name, exact: true }).click()
    await hold()
    await page.getByRole('button', { name: 'Request Simulation' }).click()
  },
  states: {
    'files.loadingProjects': (page) => expect(button(page, 'Next')).toBeDisabled(),
    'files.projectsFailed': (page) =>
      expect(dialog(page).getByRole('alert')).toContainText('The list is not available at the moment.'),
    'files.opening': (page) => expect(button(page, 'Next')).toBeDisabled(),
    'files.filesFailed': (page) => expect(dialog(page).getByRole('alert')).toContainText('The files are being moved.'),
    'files.choosing': async (page) => {
      await expect(dialog(page).getByLabel('Layout file').locator('option:checked')).toHaveText('board.kicad_pcb')
      await expect(button(page, 'Next')).toBeEnabled()
    },
    'files.creatingProject': never,
    'files.creationFailed': never,
    enteringStep: never,
    signal: (page) => expect(stepper(page, 'Signal integrity')).toBeVisible(),
    power: (page) => expect(stepper(page, 'Power integrity')).toBeVisible(),
    'summary.reviewing': (page) => expect(button(page, 'Payment')).toBeVisible(),
    'summary.goingToProblem': never,
    'summary.paying': async (page) => {
      await expect(stepper(page, 'Summary')).toBeVisible()
      await expect(button(page, 'Previous')).toBeDisabled()
    },
    'summary.leaving': (page) => expect(page.getByRole('button', { name: 'Pay $2,000' })).toBeVisible(),
  },
  perform: {
    'project.chosen': never,
    'file.chosen': never,
    'files.given': never,
    'project.begun': never,
    'creation.retry': never,
    'file.arrived': never,
    'order.referenced': never,
    'billing.changed': never,
    'billing.retry': never,
    'draft.discarded': never,
    'discard.undone': never,
    'draft.foundElsewhere': never,
    'draft.foundAgain': never,
    'other.taken': never,
    'other.declined': never,
    'restored.seen': never,
    'prices.changed': never,
    'prices.requested': never,
    'prices.missed': never,
    'location.selected': never,
    'place.reached': never,
    'step.back': never,
    'step.requested': never,
    'si.duplicated': never,
    'si.removed': never,
    'si.restored': never,
    'si.proposed': never,
    'pi.proposed': never,
    'pi.added': never,
    'pi.changed': never,
    'pi.duplicated': never,
    'pi.removed': never,
    'pi.restored': never,
    'si.withdrawn': never,
    'pi.withdrawn': never,
    'projects.retry': (_, { page }) => button(page, 'Retry').click(),
    'files.retry': (_, { page }) => button(page, 'Retry').click(),
    'si.added': (_, { page }) => button(page, 'Add signal integrity row').press('Enter'),
    'si.changed': async (_, { page }) => {
      await row(page)
        .getByLabel('Interface')
        .selectOption(fields.interface ?? '')
      await row(page)
        .getByLabel('Speed')
        .fill(fields.speed ?? '')
      for (const [label, nets] of [
        ['Signal nets', fields.signal_nets],
        ['Ground nets', fields.ground_nets],
        ['Clock signal', fields.clock_signal],
      ] as const) {
        await row(page)
          .getByLabel(label)
          .fill(nets?.join() ?? '')
        await row(page).getByLabel(label).press('Tab')
      }
    },
    'step.next': (_, { page }) => button(page, 'Next').click(),
    'payment.requested': (_, { page }) => button(page, 'Payment').click(),
  },
}

testTour('Simulation request', simulationRequestMachine, simulationRequest)
