import { fromCallback } from 'xstate'

import { concerns } from '../../../machines/live/changes'
import {
  type NoticeSetting,
  type NoticeSettings,
  noticeSettingsMachine,
} from '../../../machines/notices/notice-settings.machine'
import { type NoticePage, noticesMachine, type ReadNotices } from '../../../machines/notices/notices.machine'
import type { ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { followChanges } from '../live/running-changes'

/** Connects the notices to the product API. */
export const connectNotices = (api: ProductApi) => ({
  notices: noticesMachine.provide({
    actors: {
      loadPage: fromCall<NoticePage, { cursor: string | null }>(async ({ input, signal }) =>
        (await api.notices()).list(input.cursor, signal),
      ),
      markRead: fromCall<void, ReadNotices>(async ({ input, signal }) => {
        await (await api.notices()).read(input, signal)
      }),
      followNotices: fromCallback(({ sendBack }) =>
        followChanges(api, (changes) => {
          if (concerns(changes, null, 'notices')) sendBack({ type: 'notices.changed' })
        }),
      ),
    },
  }),
  noticeSettings: noticeSettingsMachine.provide({
    actors: {
      loadSettings: fromCall<NoticeSettings>(async ({ signal }) => (await api.notices()).settings(signal)),
      saveSetting: fromCall<NoticeSettings, NoticeSetting>(async ({ input, signal }) =>
        (await api.notices()).changeSetting(input, signal),
      ),
    },
  }),
})

export const useNoticeMachines = machinesHook(connectNotices)
