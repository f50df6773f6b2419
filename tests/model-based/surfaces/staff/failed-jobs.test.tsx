// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'

import {
  type FailedJob,
  failedJobsMachine,
  type JobTask,
} from '../../../../machines/staff/operation/failed-jobs.machine'
import { FailedJobsPage } from '../../../../src/staff/operation/failed-jobs-page'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const contactMail: FailedJob = {
  id: 'j1',
  kind: 'contact mail',
  attempts: 20,
  created: '2026-11-26T08:00:00.000Z',
  failed: '2026-11-26T22:00:00.000Z',
  error: '550 mailbox unavailable',
  discardable: true,
}
const refund: FailedJob = { ...contactMail, id: 'j2', kind: 'refund', attempts: 1, error: null, discardable: false }

const items = () => screen.queryAllByRole('listitem')
const button = (name: string, index: number) =>
  within(items()[index] ?? document.body).getByRole('button', { name: new RegExp(`^${name}`) })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

function expectJobs(jobs: FailedJob[] | null) {
  const shown = items().map((item) => within(item).getByRole('heading', { level: 2 }).textContent)
  expect(shown).toEqual((jobs ?? []).map(({ id }) => (id === 'j1' ? 'E-mail about a contact message' : 'Refund')))
  if (jobs?.some(({ id }) => id === 'j1')) {
    expect(items()[0]).toHaveTextContent('20 attempts')
    expect(items()[0]).toHaveTextContent('550 mailbox unavailable')
  }
  if (jobs?.some(({ id }) => id === 'j2')) expect(items().at(-1)).toHaveTextContent('1 attempt,')
  expect(screen.queryByText('No job has failed.') !== null).toBe(jobs?.length === 0)
}

const texts = { retry: 'Try again', discard: 'Discard' }

/** Only e-mails can be discarded. A button spins while its own task is running. */
function expectButtons(jobs: FailedJob[] | null, { isBusy, task }: { isBusy: boolean; task: JobTask | null }) {
  for (const [index, { id, discardable }] of (jobs ?? []).entries()) {
    const shown = within(items()[index] ?? document.body).getAllByRole('button')
    expect(shown.map(({ textContent }) => textContent)).toEqual(
      discardable ? [texts.retry, texts.discard] : [texts.retry],
    )
    for (const one of shown) {
      expect(one).toHaveAttribute('aria-disabled', String(isBusy))
      const isRunning = id === task?.id && one.textContent === texts[task.kind]
      expect(one).toHaveAttribute('aria-busy', String(isRunning))
    }
  }
}

const failedJobs: Surface<typeof failedJobsMachine> = {
  situations: { 'a member of staff': {} },
  events: {
    'jobs.retry': [{}],
    'job.retried': ({ context: { jobs } }) => (jobs ?? []).map(({ id }) => ({ id })),
    'discard.begun': ({ context: { jobs } }) =>
      (jobs ?? []).filter(({ discardable }) => discardable).map(({ id }) => ({ id })),
    'discard.confirmed': [{}],
    'discard.cancelled': [{}],
  },
  done: {
    loadJobs: [[contactMail, refund], []],
    perform: ({ context: { jobs, task } }) => [(jobs ?? []).filter(({ id }) => id !== task?.id)],
  },
  failed: { loadJobs: [failure()], perform: [failure()] },
  mount: ({ machine }) => {
    renderWorkspace(<FailedJobsPage />, { ...machinesOver({}), failedJobs: machine })
  },
  states: {
    loading: () => {
      expect(screen.getByText('Loading failed jobs...')).toBeVisible()
      expect(items()).toEqual([])
    },
    failed: () => {
      expect(alerts()).toEqual(['The jobs could not be loaded.Retry'])
    },
    resting: (_, { context: { jobs, failure: why } }) => {
      expectJobs(jobs)
      expect(alerts()).toEqual(why === null ? [] : ['The change could not be made.Nothing was changed.'])
      expectButtons(jobs, { isBusy: false, task: null })
    },
    asking: (_, { context: { jobs } }) => {
      expectJobs(jobs)
      expect(alerts()).toEqual(['Discard this e-mail? It will never be sent. This cannot be undone.'])
      expect(button('Keep', 0)).toHaveFocus()
    },
    working: (_, { context: { jobs, task } }) => {
      expectJobs(jobs)
      expect(alerts()).toEqual([])
      expectButtons(jobs, { isBusy: true, task })
    },
  },
  perform: {
    'jobs.retry': (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
    'job.retried': ({ id }, { user }) => user.click(button('Try again', id === 'j1' ? 0 : items().length - 1)),
    'discard.begun': (_, { user }) => user.click(button('Discard', 0)),
    'discard.confirmed': (_, { user }) => user.click(button('Discard', 0)),
    'discard.cancelled': (_, { user }) => user.click(button('Keep', 0)),
  },
}

testSurface('Failed jobs', failedJobsMachine, failedJobs)
