import { type AnyEventObject, fromCallback } from 'xstate'

import { concerns } from '../../machines/live/changes'
import { messageOf } from '../../machines/lib/message-of'
import { accountingMachine, type AccountingMonth } from '../../machines/staff/operation/accounting.machine'
import { activityExportMachine } from '../../machines/staff/operation/activity-export.machine'
import {
  type ContactFilter,
  contactListMachine,
  type ContactSummary,
} from '../../machines/staff/contact/contact-list.machine'
import {
  contactMessageMachine,
  type ContactTask,
  type StaffContact,
} from '../../machines/staff/contact/contact-message.machine'
import {
  type CustomerFilter,
  customerListMachine,
  type CustomerSummary,
} from '../../machines/staff/customers/customer-list.machine'
import { type Customer, customerMachine } from '../../machines/staff/customers/customer.machine'
import { customersSummary, customersView } from '../../machines/staff/customers/customers-view'
import {
  type ComputedReport,
  type DeliveryContent,
  deliveryMachine,
  type SentDelivery,
} from '../../machines/staff/requests/delivery.machine'
import {
  type Entry,
  entryFields,
  type EntryFields,
  type EntryKind,
  trimmedFields,
} from '../../machines/staff/site/entry-form'
import { type FailedJob, failedJobsMachine, type JobTask } from '../../machines/staff/operation/failed-jobs.machine'
import type { ListFilter, ListPage, ListWanted } from '../../machines/staff/filtered-list'
import { refundMachine, type SentRefund } from '../../machines/staff/requests/refund.machine'
import { type SentStorageLimit, storageLimitMachine } from '../../machines/staff/requests/storage-limit.machine'
import {
  type StaffActivityEntry,
  type StaffActivityFilter,
  staffActivityMachine,
} from '../../machines/staff/operation/staff-activity.machine'
import {
  type DeletedEntry,
  type EntryPreview,
  type SavedEntry,
  staffEntriesMachine,
} from '../../machines/staff/site/staff-entries.machine'
import {
  type ArrivedVersions,
  type PriceVersionPage,
  type RemovedVersion,
  type SavedVersion,
  staffPricesMachine,
} from '../../machines/staff/prices/staff-prices.machine'
import {
  type QueueFilter,
  staffQueueMachine,
  type StaffRequestSummary,
} from '../../machines/staff/requests/staff-queue.machine'
import {
  type StaffRequest,
  staffRequestMachine,
  type StaffTask,
} from '../../machines/staff/requests/staff-request.machine'
import type { CallingUser, ProductApi } from '../api/product'
import { fromCall } from '../workspace/lib/from-call'
import { connectWorkspace, machinesHook } from '../workspace/lib/machines'
import { followChanges } from '../workspace/live/running-changes'
import { askAboutDelivery } from '../workspace/readers/read-delivery'
import { chosenFile, expectUnchanged, releaseFiles } from '../workspace/transfers/file-store'
import { saveBlob } from '../workspace/transfers/save-file'

/** Loads pages until there are `count` items. An item that moves to another page meanwhile is listed only once. */
async function pagesOf<Item extends { id: string }>(
  { cursor, count }: Omit<ListWanted<unknown>, 'filter'>,
  load: (page: { cursor?: string }) => Promise<ListPage<Item>>,
): Promise<ListPage<Item>> {
  const found = new Map<string, Item>()
  let next = cursor
  do {
    const page = await load(next === null ? {} : { cursor: next })
    for (const item of page.items) if (!found.has(item.id)) found.set(item.id, item)
    next = page.next
  } while (next !== null && found.size < count)
  return { items: [...found.values()], next }
}

/** The parameter with the typed words for a call; nothing if no words were typed. */
const wordsParameter = <Name extends string>(name: Name, typed: string) =>
  (typed.trim() === '' ? {} : { [name]: typed.trim() }) as { [key in Name]?: string }

/** The call parameters for the filter of a work list. */
const workQuery = <Filter extends ListFilter>({ state, assignee, query }: Filter) => ({
  state: state as Filter['state'],
  ...(assignee && { assignee: assignee as NonNullable<Filter['assignee']> }),
  ...wordsParameter('q', query),
})

const activityQuery = ({ kind, person, project }: StaffActivityFilter) => ({
  ...(kind && { kind }),
  ...wordsParameter('person', person),
  ...wordsParameter('project', project),
})

/** Records when the versions arrived on this computer. */
const arrived = async (answer: Promise<PriceVersionPage>): Promise<ArrivedVersions> => ({
  page: await answer,
  at: Date.now(),
})

/** Connects the staff's machines to the product API. */
export const connectStaff = (api: ProductApi) => ({
  staffQueue: staffQueueMachine.provide({
    actors: {
      loadPages: fromCall<ListPage<StaffRequestSummary>, ListWanted<QueueFilter>>(async ({ input, signal }) => {
        const staff = await api.staff()
        const { customer } = input.filter
        const wanted = { ...workQuery(input.filter), ...(customer !== undefined && { customer }) }
        return pagesOf(input, (page) =>
          staff.list({ ...wanted, ...page }, signal).then(({ requests, next }) => ({ items: requests, next })),
        )
      }),
      followItems: fromCallback(({ sendBack }) =>
        followChanges(api, (changes) => {
          if (concerns(changes, null, 'request')) sendBack({ type: 'list.outdated' })
        }),
      ),
    },
  }),

  staffRequest: staffRequestMachine.provide({
    actions: {
      markRead: (_, requestId) => {
        api
          .notices()
          .then((notices) => notices.read({ request_id: requestId }, AbortSignal.timeout(10_000)))
          // If this fails, the notifications stay unread, and are marked as read when the request is opened again.
          .catch(() => {})
      },
    },
    actors: {
      loadRequest: fromCall<StaffRequest, { requestId: string }>(async ({ input, signal }) =>
        (await api.staff()).get(input.requestId, signal),
      ),
      perform: fromCall<StaffRequest, { requestId: string; task: StaffTask | null }>(
        async ({ input: { requestId, task }, signal }) => {
          const staff = await api.staff()
          switch (task?.kind) {
            case 'assign':
              return staff.assign(requestId, { mine: task.mine, from: task.from }, signal)
            case 'start':
              return staff.start(requestId, signal)
            case 'check':
              return staff.changeChecklist(requestId, { item: task.item, done: task.done }, signal)
            case 'cancel':
              return staff.cancel(requestId, signal)
            case 'notes':
              return staff.changeNotes(requestId, { notes: task.notes, version: task.version }, signal)
            default:
              throw new Error('There is no task.')
          }
        },
      ),
      saveFiles: fromCall<void, { requestId: string; number: string }>(async ({ input, signal }) => {
        saveBlob(await (await api.staff()).files(input.requestId, signal), `${input.number} inputs.zip`)
      }),
      followRequest: fromCallback<{ type: string }, { requestId: string }>(({ input, sendBack }) =>
        followChanges(api, (changes) => {
          if (changes === null || changes.some(({ kind, id }) => kind === 'request' && id === input.requestId)) {
            sendBack({ type: 'request.outdated' })
          }
        }),
      ),
    },
  }),

  accounting: accountingMachine.provide({
    actors: {
      loadMonths: fromCall<AccountingMonth[], void>(async ({ signal }) => (await api.staff()).accountingMonths(signal)),
      saveMonth: fromCall<void, { month: string }>(async ({ input: { month }, signal }) => {
        saveBlob(await (await api.staff()).accountingCsv(month, signal), `accounting-${month}.csv`)
      }),
    },
  }),

  customerList: customerListMachine.provide({
    actors: {
      loadPages: fromCall<ListPage<CustomerSummary>, ListWanted<CustomerFilter>>(async ({ input, signal }) => {
        const staff = await api.staff()
        const wanted = wordsParameter('q', input.filter.query)
        return pagesOf(input, (page) =>
          staff
            .listCustomers({ ...wanted, ...page }, signal)
            .then(({ customers, next }) => ({ items: customers, next })),
        )
      }),
      followItems: fromCallback(({ sendBack }) =>
        followChanges(api, (changes) => {
          if (concerns(changes, null, 'request')) sendBack({ type: 'list.outdated' })
        }),
      ),
    },
  }),

  customer: customerMachine.provide({
    actors: {
      loadCustomer: fromCall<Customer, { customerId: string }>(async ({ input: { customerId }, signal }) =>
        (await api.staff()).getCustomer(customerId, signal),
      ),
      followRequests: fromCallback(({ sendBack }) =>
        followChanges(api, (changes) => {
          if (concerns(changes, null, 'request')) sendBack({ type: 'customer.outdated' })
        }),
      ),
    },
  }),

  staffActivity: staffActivityMachine.provide({
    actors: {
      loadPages: fromCall<ListPage<StaffActivityEntry>, ListWanted<StaffActivityFilter>>(async ({ input, signal }) => {
        const staff = await api.staff()
        const wanted = activityQuery(input.filter)
        return pagesOf(input, (page) =>
          staff.listActivity({ ...wanted, ...page }, signal).then(({ entries, next }) => ({ items: entries, next })),
        )
      }),
      // Of the activity in projects, the staff are notified only of changes to requests, so only these make the list
      // outdated.
      followItems: fromCallback(({ sendBack }) =>
        followChanges(api, (changes) => {
          if (concerns(changes, null, 'request')) sendBack({ type: 'list.outdated' })
        }),
      ),
    },
  }),

  activityExport: activityExportMachine.provide({
    actors: {
      exportActivity: fromCall<void, StaffActivityFilter>(async ({ input, signal }) => {
        const { bytes } = await (await api.staff()).exportActivity(activityQuery(input), signal)
        saveBlob(bytes, 'activity.csv')
      }),
    },
  }),

  failedJobs: failedJobsMachine.provide({
    actors: {
      loadJobs: fromCall<FailedJob[], void>(async ({ signal }) => (await api.staff()).failedJobs(signal)),
      perform: fromCall<FailedJob[], JobTask>(async ({ input: { kind, id }, signal }) => {
        const staff = await api.staff()
        return kind === 'retry' ? staff.retryJob(id, signal) : staff.discardJob(id, signal)
      }),
    },
  }),

  contactList: contactListMachine.provide({
    actors: {
      loadPages: fromCall<ListPage<ContactSummary>, ListWanted<ContactFilter>>(async ({ input, signal }) => {
        const staff = await api.staff()
        const wanted = workQuery(input.filter)
        return pagesOf(input, (page) =>
          staff.listContacts({ ...wanted, ...page }, signal).then(({ messages, next }) => ({ items: messages, next })),
        )
      }),
      followItems: fromCallback(({ sendBack }) =>
        followChanges(api, (changes) => {
          if (concerns(changes, null, 'contact')) sendBack({ type: 'list.outdated' })
        }),
      ),
    },
  }),

  contactMessage: contactMessageMachine.provide({
    actors: {
      loadMessage: fromCall<StaffContact, { messageId: string }>(async ({ input, signal }) =>
        (await api.staff()).getContact(input.messageId, signal),
      ),
      perform: fromCall<StaffContact, { messageId: string; task: ContactTask | null }>(
        async ({ input: { messageId, task }, signal }) => {
          const staff = await api.staff()
          switch (task?.kind) {
            case 'assign':
              return staff.assignContact(messageId, { mine: task.mine, from: task.from }, signal)
            case 'close':
              return staff.closeContact(messageId, { done: task.done, from: task.from }, signal)
            case 'notes':
              return staff.changeContactNotes(messageId, { notes: task.notes, version: task.version }, signal)
            case 'answer': {
              const { kind: _, ...answer } = task
              return staff.answerContact(messageId, answer, signal)
            }
            default:
              throw new Error('There is no task.')
          }
        },
      ),
      followMessage: fromCallback<{ type: string }, { messageId: string }>(({ input, sendBack }) =>
        followChanges(api, (changes) => {
          if (concerns(changes, input.messageId, 'contact')) sendBack({ type: 'message.outdated' })
        }),
      ),
    },
  }),

  staffPrices: staffPricesMachine.provide({
    actors: {
      loadVersions: fromCall<ArrivedVersions, { cursor: string | null }>(async ({ input, signal }) =>
        arrived((await api.staff()).listPrices(input.cursor, signal)),
      ),
      save: fromCall<ArrivedVersions, SavedVersion>(async ({ input: { id, version }, signal }) =>
        arrived((await api.staff()).savePrices(id, version, signal)),
      ),
      remove: fromCall<ArrivedVersions, RemovedVersion>(async ({ input: { id, revision }, signal }) =>
        arrived((await api.staff()).removePrices(id, revision, signal)),
      ),
      followPrices: fromCallback(({ sendBack }) =>
        followChanges(api, (changes) => {
          if (concerns(changes, null, 'prices')) sendBack({ type: 'prices.outdated' })
        }),
      ),
    },
  }),

  staffEntries: staffEntriesMachine.provide({
    actors: {
      loadEntries: fromCall<Entry[], { kind: EntryKind }>(async ({ input: { kind }, signal }) => {
        const staff = await api.staff()
        return kind === 'news'
          ? entriesIn('news', await staff.listNews(signal))
          : entriesIn('publication', await staff.listPublications(signal))
      }),
      loadPreview: fromCall<EntryPreview, { kind: EntryKind; fields: EntryFields }>(
        async ({ input: { kind, fields }, signal }) => {
          // A publication is shown as it was typed, without surrounding spaces. The server is not asked.
          if (kind === 'publication') return { fields: trimmedFields(fields), removed: false }
          const { removed, ...shown } = await (await api.staff()).previewNews(newsIn(fields), signal)
          return { fields: shown, removed }
        },
      ),
      save: fromCall<Entry[], SavedEntry>(async ({ input: { kind, id, version, published, fields }, signal }) => {
        const staff = await api.staff()
        return kind === 'news'
          ? entriesIn('news', await staff.saveNews(id, version, { ...newsIn(fields), published }, signal))
          : entriesIn(
              'publication',
              await staff.savePublication(id, version, { ...publicationIn(fields), published }, signal),
            )
      }),
      remove: fromCall<Entry[], DeletedEntry>(async ({ input: { kind, id, version }, signal }) => {
        const staff = await api.staff()
        return kind === 'news'
          ? entriesIn('news', await staff.deleteNews(id, version, signal))
          : entriesIn('publication', await staff.deletePublication(id, version, signal))
      }),
    },
  }),

  refund: refundMachine.provide({
    actors: {
      send: fromCall<void, SentRefund>(async ({ input: { requestId, ...refund }, signal }) => {
        await (await api.staff()).refund(requestId, refund, signal)
      }),
    },
  }),

  storageLimit: storageLimitMachine.provide({
    actors: {
      send: fromCall<void, SentStorageLimit>(async ({ input: { requestId, ...wanted }, signal }) => {
        await (await api.staff()).changeStorageLimit(requestId, wanted, signal)
      }),
    },
  }),

  delivery: deliveryMachine.provide({
    actions: { release: (_, ids) => releaseFiles(ids) },
    actors: {
      readManifest: fromCall<string, DeliveryContent & { manifestId: string | null }>(
        async ({ input: { manifestId, ...content }, signal }) =>
          manifestId === null
            ? askAboutDelivery('suggest', contentOf(content), signal)
            : contentOfChosen(manifestId).text(),
      ),
      computeReport: fromCall<ComputedReport | null, DeliveryContent & { manifest: string }>(
        async ({ input: { manifest, ...content }, signal }) =>
          manifest.trim() === '' ? null : askAboutDelivery('check', { ...contentOf(content), manifest }, signal),
      ),
      send: fromCallback<AnyEventObject, SentDelivery>(({ input: { requestId, files, ...delivery }, sendBack }) => {
        const leaving = new AbortController()
        const onProgress = (sent: number) => sendBack({ type: 'delivery.progressed', sent })
        const deliver = async () => {
          const chosen = files.map(({ id, ...given }) => ({ ...given, file: contentOfChosen(id) }))
          for (const { file, ...given } of chosen) await expectUnchanged(file, given)
          await (await api.staff()).deliver(
            requestId,
            { ...delivery, files: chosen.map(({ name, file }) => ({ name, file })) },
            { onProgress, signal: leaving.signal },
          )
        }
        deliver().then(
          () => sendBack({ type: 'delivery.stored' }),
          (error: unknown) => {
            if (leaving.signal.aborted) return
            sendBack({ type: 'delivery.refused', message: messageOf(error, notDelivered) })
          },
        )
        return () => leaving.abort()
      }),
    },
  }),
})

type StoredEntry = Omit<Entry, 'fields'> & Partial<Record<string, string | number | boolean | null>>

/** The entries of a list, with their fields as a user would type them. */
const entriesIn = (kind: EntryKind, { items }: { items: StoredEntry[] }): Entry[] =>
  items.map((item) => ({
    id: item.id,
    published: item.published,
    version: item.version,
    by: item.by,
    changed: item.changed,
    fields: Object.fromEntries(Object.keys(entryFields[kind]).map((field) => [field, String(item[field] ?? '')])),
  }))

const newsIn = ({ title = '', date = '', image = '', content = '' }: EntryFields) => ({ title, date, image, content })

const publicationIn = (typed: EntryFields) => {
  const { title = '', authors = '', conference = '', url = '', place = '' } = trimmedFields(typed)
  return { title, authors, conference, url: url === '' ? null : url, place: Number(place) }
}

const notDelivered = 'The delivery could not be completed. You can safely try again: it will not be stored twice.'

const contentOf = ({ files, ordered }: DeliveryContent) => ({
  files: files.map(({ id, name }) => ({ name, content: contentOfChosen(id) })),
  ordered: {
    si: ordered.si.map((row) => ({ interface: row.interface })),
    pi: ordered.pi.map(({ type, target_impedance }) => ({ type, target_impedance })),
  },
})

/** The content of a selected file, which stays in memory as long as the file is listed. */
function contentOfChosen(id: string): File {
  const file = chosenFile(id)
  if (!file) throw new Error('A chosen file is no longer available. Choose it again.')
  return file
}

/**
 * The API for the customer's views when the staff use them. Files are read through the request instead of the project;
 * requests and reports are loaded with the staff's calls.
 */
const throughRequest = (api: ProductApi, requestId: string): ProductApi => ({
  ...api,
  orders: async () => {
    const [orders, staff] = await Promise.all([api.orders(), api.staff()])
    return {
      ...orders,
      getRequestReport: (id, delivery, signal) => staff.getReport(id, delivery, signal),
      getSimulationRequest: async (id, signal) => customersView(await staff.get(id, signal)),
      listSimulationRequests: async ({ filter: { query, status, projectId }, cursor }, signal) => {
        const project = projectId !== null && { project_id: projectId }
        const state = status === null || status === 'draft' ? 'all' : status
        const wanted = { state, ...project, ...wordsParameter('q', query) } as const
        const page = await staff.list({ ...wanted, ...(cursor !== null && { cursor }) }, signal)
        return { requests: page.requests.map(customersSummary), next: page.next }
      },
    }
  },
  readFile: async (fileId, signal) => (await api.staff()).readFile(requestId, fileId, signal),
  readFilePart: async (fileId, range, signal) =>
    (await api.staff()).readFilePart(requestId, { fileId, ...range }, signal),
  createDownloadUrl: () => Promise.reject(new Error('the file is too large to play here; download the files instead')),
})

/** Connects the customer's views of a request: its report, and the previews of its files. */
export const connectCustomersView = (api: ProductApi, currentUser: () => CallingUser) => ({
  requestConnection: (requestId: string) => connectWorkspace(throughRequest(api, requestId), currentUser),
})

export const useStaffMachines = machinesHook(connectStaff)

export const useCustomersView = machinesHook(connectCustomersView)
