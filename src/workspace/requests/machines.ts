import { fromCallback } from 'xstate'

import { isRefusal } from '../../../machines/lib/refusal'
import { concerns } from '../../../machines/live/changes'
import {
  type AttachmentProgress,
  type AttachmentTask,
  conversationMachine,
  type MessagePage,
  type NewMessage,
  type RequestMessage,
  type Side,
} from '../../../machines/requests/conversation.machine'
import { requestFileSavingMachine, type SavedFile } from '../../../machines/requests/request-file-saving.machine'
import type { StoredAttachment } from '../../../machines/requests/message-attachments'
import { paymentReturnMachine, type SimulationRequest } from '../../../machines/requests/payment-return.machine'
import { type ComparedReport, reportComparisonMachine } from '../../../machines/requests/report-comparison.machine'
import {
  deliveredAt,
  type Delivery,
  type DeliverySummary,
  otherDeliveriesOf,
  reportOfDelivery,
} from '../../../machines/requests/report-comparison'
import type { Offer, Repeat } from '../../../machines/requests/request-record'
import type { ProjectBudget } from '../../../machines/wizard/rows/budget-use'
import { projectBudgetMachine, type SentBudget } from '../../../machines/requests/project-budget.machine'
import { type Printed, pdfSavingMachine } from '../../../machines/requests/pdf-saving.machine'
import { type ReportWanted, requestReportMachine } from '../../../machines/requests/request-report.machine'
import type { RequestReport } from '../../../machines/requests/report-sentences'
import {
  type CurrentRequests,
  type CurrentWanted,
  requestsMachine,
  type RequestPage,
  type RequestPageWanted,
} from '../../../machines/requests/requests.machine'
import { quoteOfOrder } from '../../../machines/wizard/quote'
import type { CallingUser, ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { followChanges } from '../live/running-changes'
import type { ChosenFile } from '../../../machines/transfers/upload-rules'
import { chosenFile, expectUnchanged, releaseFiles } from '../transfers/file-store'
import { portableName, saveBlob } from '../transfers/save-file'
import { openPaymentPage } from '../wizard/payment-page'
import { type AccountDrafts, accountDrafts } from '../wizard/drafts/account-drafts'
import { dropSentRequest, storeRequest } from '../wizard/drafts/request-drafts'

/** Connects the request machines to the product API. */
export const connectRequests = (api: ProductApi, currentUser: () => CallingUser) =>
  connectWith(
    api,
    currentUser,
    accountDrafts(
      () => api.orders(),
      () => currentUser().uid,
    ),
  )

const connectWith = (api: ProductApi, currentUser: () => CallingUser, drafts: AccountDrafts) => ({
  requests: requestsMachine.provide({
    actions: {
      markRead: (_, requestId) => {
        api
          .notices()
          .then((notices) => notices.read({ request_id: requestId }, AbortSignal.timeout(10_000)))
          // If this fails, the notices stay unread until the request is opened again.
          .catch(() => {})
      },
    },
    actors: {
      loadRequests: fromCall<RequestPage, RequestPageWanted>(async ({ input, signal }) =>
        (await api.orders()).listSimulationRequests(input, signal),
      ),
      followChanges: fromCallback(({ sendBack }) =>
        followChanges(api, (changes) => {
          if (concerns(changes, null, 'request')) sendBack({ type: 'requests.outdated' })
        }),
      ),
      loadCurrent: fromCall<CurrentRequests, CurrentWanted>(async ({ input: { filter, openId, count }, signal }) => {
        const orders = await api.orders()
        const request = openId === null ? null : await visibleRequest(() => orders.getSimulationRequest(openId, signal))
        const current: CurrentRequests = { requests: [], next: null, request }
        do {
          const page = await orders.listSimulationRequests({ filter, cursor: current.next }, signal)
          current.requests.push(...page.requests)
          current.next = page.next
        } while (current.next !== null && current.requests.length < count)
        return current
      }),
      loadRequest: fromCall<SimulationRequest, { requestId: string }>(async ({ input, signal }) =>
        (await api.orders()).getSimulationRequest(input.requestId, signal),
      ),
      resumePayment: fromCall<{ id: string; url: string }, { requestId: string }>(async ({ input, signal }) =>
        (await api.orders()).resumeCheckout(input.requestId, signal),
      ),
      openPaymentPage,
      cancelRequest: fromCall<SimulationRequest, { requestId: string }>(async ({ input, signal }) =>
        (await api.orders()).cancelSimulationRequest(input.requestId, signal),
      ),
      loadOffer: fromCall<Offer, { projectId: string }>(async ({ input, signal }) => {
        const [files, prices, { stored }] = await Promise.all([
          api.listRequestFiles(input.projectId, signal),
          api.getPrices(signal),
          drafts.open(input.projectId, signal),
        ])
        return { files, prices, isBegun: stored !== null }
      }),
      keepRepeat: fromCall<void, Repeat | null>(async ({ input }) => {
        if (!input) return
        const { draft, files, repeats, shown } = input
        storeRequest(currentUser().uid, { draft, files, key: crypto.randomUUID(), sentAs: null, repeats, shown })
      }),
    },
  }),

  conversation: conversationMachine.provide({
    actors: {
      loadMessages: fromCall<MessagePage, { requestId: string; side: Side; cursor: string | null }>(
        async ({ input: { requestId, side, cursor }, signal }) => {
          const calls = side === 'staff' ? await api.staff() : await api.orders()
          return calls.listMessages(requestId, cursor, signal)
        },
      ),
      sendMessage: fromCall<RequestMessage, NewMessage>(
        async ({ input: { requestId, side, id, text, pins: given, attachments, kind, answers }, signal }) => {
          const pins = given.map(({ file_id, anchor }) => ({ file_id, ...(anchor && { anchor }) }))
          const content = {
            ...{ id, text },
            ...(pins.length > 0 && { pins }),
            ...(attachments.length > 0 && { attachments: attachments.map((one) => one.id) }),
          }
          if (side === 'staff') {
            const asked = kind === 'question' || kind === 'assumptions' ? kind : 'message'
            return (await api.staff()).addMessage(requestId, { ...content, kind: asked }, signal)
          }
          const answer = answers !== null && { answers, ...(kind === 'approval' && { approves: true }) }
          return (await api.orders()).addMessage(requestId, { ...content, ...answer }, signal)
        },
      ),
      followMessages: fromCallback<{ type: string }, { requestId: string }>(({ input, sendBack }) =>
        followChanges(api, (changes) => {
          if (changes === null || changes.some(({ kind, id }) => kind === 'request' && id === input.requestId)) {
            sendBack({ type: 'messages.outdated' })
          }
        }),
      ),
      uploadAttachments: fromCallback<AttachmentTask, { requestId: string; side: Side }>(
        ({ input, sendBack, receive }) => {
          const uploads = new Map<string, AbortController>()
          const tell = (progress: AttachmentProgress) => sendBack(progress)
          receive((task) => {
            if (task.type === 'files.wanted') {
              for (const file of task.files) {
                const stop = new AbortController()
                uploads.set(file.id, stop)
                const onProgress = (sent: number) => tell({ type: 'attachment.progressed', key: file.id, sent })
                uploadAttachment(api, { ...input, file }, { onProgress, signal: stop.signal }).then(
                  (stored) => stop.signal.aborted || tell({ type: 'attachment.stored', key: file.id, stored }),
                  (error: unknown) => stop.signal.aborted || tell({ type: 'attachment.failed', key: file.id, error }),
                )
              }
              return
            }
            for (const key of task.keys) uploads.get(key)?.abort()
            releaseFiles(task.keys)
          })
          return () => {
            for (const stop of uploads.values()) stop.abort()
          }
        },
      ),
    },
  }),

  requestFileSaving: requestFileSavingMachine.provide({
    actors: {
      saveFile: fromCall<void, { requestId: string; side: Side; file: SavedFile | null }>(
        async ({ input: { requestId, side, file }, signal }) => {
          if (!file) throw new Error('No file is chosen.')
          const calls = side === 'staff' ? await api.staff() : await api.orders()
          const { bytes, name } = await calls.downloadRequestFile(requestId, file.id, { onProgress: () => {}, signal })
          saveBlob(bytes, portableName(name ?? file.name))
        },
      ),
    },
  }),

  requestReport: requestReportMachine.provide({
    actors: {
      loadReport: fromCall<RequestReport, ReportWanted>(async ({ input: { requestId, delivery }, signal }) =>
        (await api.orders()).getRequestReport(requestId, delivery, signal),
      ),
    },
  }),

  reportComparison: reportComparisonMachine.provide({
    actors: {
      listDeliveries: fromCall<DeliverySummary[], ComparedReport>(
        async ({ input: { projectId, requestId, delivery }, signal }) => {
          const orders = await api.orders()
          const found = otherDeliveriesOf(await orders.getSimulationRequest(requestId, signal), delivery)
          const filter = { query: '', status: 'delivered' as const, projectId }
          let cursor: string | null = null
          do {
            const page: RequestPage = await orders.listSimulationRequests({ filter, cursor }, signal)
            const others = page.requests.filter(({ id, verdict }) => verdict !== undefined && id !== requestId)
            found.push(...others.map(({ id, delivered }) => ({ id, delivered, number: null })))
            cursor = page.next
          } while (cursor !== null)
          return found
        },
      ),
      loadDelivery: fromCall<Delivery, { requestId: string; chosenId: string | null }>(
        async ({ input: { requestId, chosenId }, signal }) => {
          if (chosenId === null) throw new Error('No delivery is chosen.')
          const wanted = reportOfDelivery(chosenId, requestId)
          const orders = await api.orders()
          const [request, report] = await Promise.all([
            orders.getSimulationRequest(wanted.requestId, signal),
            orders.getRequestReport(wanted.requestId, wanted.number, signal),
          ])
          return { request, report, delivered: deliveredAt(request, wanted.number) }
        },
      ),
    },
  }),

  projectBudget: projectBudgetMachine.provide({
    actors: {
      load: fromCall<ProjectBudget, { projectId: string }>(async ({ input: { projectId }, signal }) =>
        (await api.orders()).getProjectBudget(projectId, signal),
      ),
      save: fromCall<ProjectBudget, SentBudget>(async ({ input: { projectId, budget, from }, signal }) =>
        (await api.orders()).setProjectBudget(projectId, { budget, from }, signal),
      ),
      followChanges: fromCallback<{ type: string }, { projectId: string }>(({ input, sendBack }) =>
        followChanges(api, (changes) => {
          if (concerns(changes, input.projectId, 'request', 'project')) sendBack({ type: 'budget.outdated' })
        }),
      ),
    },
  }),

  pdfSaving: pdfSavingMachine.provide({
    actors: {
      savePdf: fromCall<void, { printed: Printed | null }>(async ({ input: { printed }, signal }) => {
        if (!printed) throw new Error('Nothing was requested.')
        // The PDF code is loaded on demand because nothing else needs it.
        if (printed.kind === 'invoice') {
          const { invoicePdf } = await import('./invoice/invoice-pdf')
          const { document } = printed
          saveBlob(new Blob([await invoicePdf(document, readFont(signal))]), `${document.number}.pdf`)
          return
        }
        if (printed.kind === 'quote') {
          const { quotePdf } = await import('../wizard/quote/quote-pdf')
          const { request } = printed
          const { bytes } = await quotePdf(quoteOfOrder(request), new Date(), readFont(signal))
          saveBlob(new Blob([bytes]), `${request.number} quote.pdf`)
          return
        }
        const [{ reportPdf }, { readPrintedBoard }, { connectPreviews }] = await Promise.all([
          import('./report/report-pdf'),
          import('./report/read-printed-board'),
          import('../previews/machines'),
        ])
        const { request, report } = printed
        const board = await readPrintedBoard(connectPreviews(api), printed, signal)
        const bytes = await reportPdf(request, report, board, readFont(signal))
        saveBlob(new Blob([bytes]), `${portableName(request.project_name)} ${request.number} report.pdf`)
      }),
    },
  }),

  paymentReturn: paymentReturnMachine.provide({
    actions: {
      dropSentDraft: (_, request) => {
        if (!dropSentRequest(currentUser().uid, request)) return
        // If the API cannot be reached, it is notified the next time that the wizard opens.
        drafts.synchronize(request.project_id).catch(() => {})
      },
    },
    actors: {
      loadRequest: fromCall<SimulationRequest, { requestId: string }>(async ({ input, signal }) =>
        (await api.orders()).getSimulationRequest(input.requestId, signal),
      ),
      resumePayment: fromCall<{ id: string; url: string }, { requestId: string }>(async ({ input, signal }) =>
        (await api.orders()).resumeCheckout(input.requestId, signal),
      ),
      openPaymentPage,
    },
  }),
})

/** Returns the request that `load` loads, or null if the API rejects the call. Other failures are thrown. */
async function visibleRequest(load: () => Promise<SimulationRequest>): Promise<SimulationRequest | null> {
  try {
    return await load()
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

async function uploadAttachment(
  api: ProductApi,
  { requestId, side, file }: { requestId: string; side: Side; file: ChosenFile },
  sending: { onProgress: (sent: number) => void; signal: AbortSignal },
): Promise<StoredAttachment> {
  const content = chosenFile(file.id)
  if (!content) throw new Error('The file is no longer available. Remove it and attach it again.')
  await expectUnchanged(content, file)
  const stored = await (await api.orders()).attach({ requestId, side }, content, file.name, sending)
  releaseFiles([file.id])
  return stored
}

const readFont = (signal: AbortSignal) => async (address: string) => {
  const answer = await fetch(address, { signal })
  if (!answer.ok) throw new Error(`A font for the PDF could not be loaded (HTTP ${answer.status}).`)
  return new Uint8Array(await answer.arrayBuffer())
}

export const useRequestMachines = machinesHook(connectRequests)
