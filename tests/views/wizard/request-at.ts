import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'

import { defaultPrices, type PriceTable } from '../../../machines/wizard/rows/interfaces'
import type { KnownProjects, OpenedProject } from '../../../machines/wizard/request-context'
import { simulationRequestMachine } from '../../../machines/wizard/simulation-request.machine'
import { project, projectFile } from '../../model/samples'

/** Returns a running request for a project with one file, at this step. */
export async function requestAt(step: 2 | 3) {
  const actor = createActor(
    simulationRequestMachine.provide({
      actors: {
        loadProjects: fromPromise(async (): Promise<KnownProjects> => ({ projects: [project()], begunIn: null })),
        loadPrices: fromPromise(async (): Promise<PriceTable> => defaultPrices),
        openProject: fromPromise(async (): Promise<OpenedProject> => ({ files: [projectFile()], stored: null })),
        followPrices: fromCallback(() => {}),
        keepDraft: fromCallback(() => {}),
        uploadFiles: fromCallback(() => {}),
      },
    }),
    { input: { projectId: 'p1', key: 'key' } },
  ).start()
  await waitFor(actor, (snapshot) => snapshot.matches({ files: 'choosing' }))
  actor.send({ type: 'step.requested', step })
  return actor
}
