import { createActor, type DoneActorEvent, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import type { ProjectFile } from '../../../machines/files/file-order'
import { itemsOf, type UnsentFiles, uploadMachine } from '../../../machines/transfers/upload.machine'
import { type Sending, uploadFileMachine, type UploadReport } from '../../../machines/transfers/upload-file.machine'
import { newItem, type UploadTarget } from '../../../machines/transfers/upload-rules'

export const MB = 1_048_576

export const chosen = (id: string, name = `${id}.brd`) => ({ id, name, size: MB, modified: 1000 })

/** An error as thrown by the API client. */
export const fault = (status: number, message = '') => Object.assign(new Error(message), { status })

/**
 * Starts an upload machine whose transfers and lists are controlled by the test. The list of the project's files has
 * arrived unless `listed` is false.
 */
export function start(interrupted: UnsentFiles['files'] = [], { listed = true } = {}) {
  const clock = new SimulatedClock()
  const under = new Map<string, (event: { type: string }) => void>()
  const sent: Sending[] = []
  const aborted: string[] = []
  const kept: { projectId: string; kept: ProjectFile[]; gone: string[] }[] = []
  const released: string[] = []
  const asked: { projectId: string; answer: (target: UploadTarget) => void; refuse: (error: unknown) => void }[] = []
  const actor = createActor(
    uploadMachine.provide({
      actors: {
        listProject: fromPromise<UploadTarget, { projectId: string }>(
          ({ input: { projectId } }) => new Promise((answer, refuse) => void asked.push({ projectId, answer, refuse })),
        ),
        uploadFile: uploadFileMachine.provide({
          actors: {
            sendFile: fromCallback<{ type: string }, Sending>(({ input, sendBack }) => {
              if (input.id === 'gone') throw new Error('The file is no longer at hand.')
              under.set(input.id, sendBack)
              sent.push(input)
              return () => {
                under.delete(input.id)
                aborted.push(input.id)
              }
            }),
          },
        }),
      },
    }),
    { input: { interrupted }, clock },
  )
  const left: string[] = []
  actor.on('parts.left', ({ addresses }) => left.push(...addresses))
  actor.on('file.kept', ({ type: _, ...arrival }) => kept.push(arrival))
  actor.on('files.released', ({ ids }) => released.push(...ids))
  actor.start()
  if (listed) actor.send({ type: 'project.listed', projectId: 'p1', files: [], leftBytes: 100 * MB })
  const choose = (...names: string[]) =>
    actor.send({
      type: 'files.chosen',
      projectId: 'p1',
      files: names.map((name) => ({ ...chosen(name), size: 100 })),
      unreadable: [],
    })
  const report = (id: string, event: { type: string } & Record<string, unknown>) =>
    under.get(id)?.({ id, ...event } as { type: string })
  return {
    actor,
    clock,
    asked,
    kept,
    left,
    released,
    sent,
    aborted,
    choose,
    report,
    finish: (id: string) => report(id, { type: 'upload.finished', kept: [], gone: [], note: null }),
    sending: () => [...under.keys()],
    item: (id: string) => itemsOf(actor.getSnapshot()).find((one) => one.id === id),
    statuses: () => Object.fromEntries(itemsOf(actor.getSnapshot()).map(({ id, status }) => [id, status])),
  }
}

/** Starts the upload of a single file. The test controls its transfer and receives its reports. */
export function startFile({ size = 100 * MB, replaces = false } = {}) {
  const clock = new SimulatedClock()
  const reports: UploadReport[] = []
  const sent: Sending[] = []
  let sendBack: (event: { type: string }) => void = () => {}
  let aborts = 0
  const queue = createActor(
    fromCallback<UploadReport | DoneActorEvent>(({ receive }) =>
      receive((report) => {
        if (report.type === 'upload.changed' || report.type === 'upload.stored' || report.type === 'parts.left')
          reports.push(report)
      }),
    ),
    { clock },
  ).start()
  const file = { ...newItem({ ...chosen('a'), size }, 'p1'), replaces }
  const actor = createActor(
    uploadFileMachine.provide({
      actors: {
        sendFile: fromCallback<{ type: string }, Sending>((transfer) => {
          sent.push(transfer.input)
          sendBack = transfer.sendBack
          return () => void aborts++
        }),
      },
    }),
    { input: { file, replaced: null }, parent: queue },
  ).start()
  const report = (event: { type: string } & Record<string, unknown>) => sendBack(event)
  return {
    actor,
    clock,
    sent,
    reports,
    report,
    fail: (error: unknown) => report({ type: 'upload.failed', error }),
    aborts: () => aborts,
    /** The file as last reported. */
    file: () => reports.flatMap((one) => (one.type === 'upload.changed' ? one.file : [])).at(-1),
  }
}
