// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { type NoticeSettings, noticeSettingsMachine } from '../../../../machines/notices/notice-settings.machine'
import { NoticeSettingsDialog } from '../../../../src/workspace/notices/notice-settings-dialog'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof noticeSettingsMachine

const deliveries: NoticeSettings['deliveries'] = {
  mention: 'email',
  reply: 'email',
  delivery: 'email',
  request: 'header',
  message: 'email',
  quota: 'email',
  membership: 'digest',
  invitation: 'email',
}
const settings = (mention: NoticeSettings['deliveries']['mention'], email: string | null): NoticeSettings => ({
  deliveries: { ...deliveries, mention },
  email,
})

const choice = (name: string) => screen.getByRole('combobox', { name })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

function expectShown({ context: { settings: known } }: SnapshotFrom<Machine>, mention: string | undefined) {
  expect(screen.getByText(known?.email === null ? /^No e-mails are sent/ : 'E-mails are sent to ada@example.com.'))
  expect(screen.getAllByRole('combobox')).toHaveLength(8)
  expect(choice('Comments that mention you')).toHaveValue(mention)
  expect(choice('Progress of your requests')).toHaveDisplayValue('Only in the list')
  expect(choice('Projects you are added to or removed from')).toHaveDisplayValue('In the list and in a daily e-mail')
}

const noticeSettings: Surface<Machine> = {
  situations: { 'a signed-in user': {} },
  events: {
    'settings.retry': [{}],
    'delivery.chosen': ({ context: { settings: known } }) =>
      known === null
        ? []
        : [{ setting: { kind: 'mention', delivery: known.deliveries.mention === 'off' ? 'digest' : 'off' } }],
  },
  done: {
    loadSettings: [settings('email', 'ada@example.com'), settings('off', null)],
    saveSetting: ({ context: { changing } }) => (changing ? [settings(changing.delivery, 'ada@example.com')] : []),
  },
  failed: { loadSettings: [failure()], saveSetting: [failure()] },
  mount: ({ machine }) => {
    renderWorkspace(<NoticeSettingsDialog onClose={vi.fn()} />, { ...machinesOver({}), noticeSettings: machine })
  },
  states: {
    loading: () => {
      expect(screen.getByRole('dialog', { name: 'Notification settings' })).toHaveTextContent('Loading settings...')
      expect(screen.queryByRole('combobox')).toBeNull()
    },
    failed: () => {
      expect(alerts()).toEqual(['The settings could not be loaded.Retry'])
    },
    shown: (_, snapshot) => {
      expectShown(snapshot, snapshot.context.settings?.deliveries.mention)
      expect(choice('Comments that mention you')).toBeEnabled()
      const { failure: why } = snapshot.context
      expect(alerts()).toEqual(why === null ? [] : ['The setting could not be saved. Please try again.'])
    },
    saving: (_, snapshot) => {
      expectShown(snapshot, snapshot.context.changing?.delivery)
      expect(choice('Replies in your comment threads')).toBeDisabled()
      expect(screen.getByText('Saving...')).toHaveAttribute('role', 'status')
      expect(alerts()).toEqual([])
    },
  },
  perform: {
    'settings.retry': (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
    'delivery.chosen': ({ setting }, { user }) =>
      user.selectOptions(choice('Comments that mention you'), setting.delivery),
  },
}

testSurface('Notification settings', noticeSettingsMachine, noticeSettings)
