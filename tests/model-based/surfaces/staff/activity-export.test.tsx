// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'

import { activityExportMachine } from '../../../../machines/staff/operation/activity-export.machine'
import type { ListPage, ListWanted } from '../../../../machines/staff/filtered-list'
import {
  type StaffActivityEntry,
  type StaffActivityFilter,
  staffActivityMachine,
} from '../../../../machines/staff/operation/staff-activity.machine'
import { ActivityPage } from '../../../../src/staff/operation/activity-page'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof activityExportMachine

const deletions: StaffActivityFilter = { kind: 'file deleted', person: 'uma', project: '' }
const button = () => screen.getByRole('button', { name: 'Download as CSV' })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

const activityExport: Surface<Machine> = {
  situations: { 'a member of staff': {} },
  events: { 'export.requested': [{ filter: deletions }] },
  done: { exportActivity: [undefined] },
  failed: { exportActivity: [failure()] },
  mount: ({ machine }) => {
    const staffActivity = staffActivityMachine.provide({
      actors: {
        loadPages: fromPromise<ListPage<StaffActivityEntry>, ListWanted<StaffActivityFilter>>(async () => ({
          items: [],
          next: null,
        })),
        followItems: fromCallback(() => {}),
      },
    })
    renderWorkspace(<ActivityPage filter={deletions} onFilter={vi.fn()} onRequest={vi.fn()} />, {
      ...machinesOver({}),
      staffActivity,
      activityExport: machine,
    })
  },
  states: {
    none: (_, { context }) => {
      expect(button()).toHaveAttribute('aria-disabled', 'false')
      const text = 'The activity could not be downloaded.Nothing was saved. Please try again.'
      expect(alerts()).toEqual(context.failure === null ? [] : [text])
    },
    exporting: (_, { context }) => {
      expect(context.filter).toEqual(deletions)
      expect(button()).toHaveAttribute('aria-disabled', 'true')
      expect(button()).toHaveAttribute('aria-busy', 'true')
      expect(alerts()).toEqual([])
    },
  },
  perform: { 'export.requested': (_, { user }) => user.click(button()) },
}

testSurface('Activity export', activityExportMachine, activityExport)
