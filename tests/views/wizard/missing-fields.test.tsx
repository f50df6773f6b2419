// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'

import { defaultPrices, type PriceTable } from '../../../machines/wizard/interfaces'
import type { KnownProjects, OpenedProject } from '../../../machines/wizard/request-context'
import { simulationRequestMachine } from '../../../machines/wizard/simulation-request.machine'
import { PowerStep } from '../../../src/workspace/wizard/power-step'
import { project, projectFile } from '../../model/samples'
import { renderPage } from '../site/render-page'
import { layOut } from '../workspace/laid-out'

beforeAll(layOut)

test('an empty field is an error only once the request cannot be paid for because of it', async () => {
  const actor = createActor(
    simulationRequestMachine.provide({
      actors: {
        loadProjects: fromPromise(async (): Promise<KnownProjects> => ({ projects: [project()], begunIn: null })),
        loadPrices: fromPromise(async (): Promise<PriceTable> => defaultPrices),
        openProject: fromPromise(async (): Promise<OpenedProject> => ({ files: [projectFile()], stored: null })),
        keepDraft: fromCallback(() => {}),
        uploadFiles: fromCallback(() => {}),
      },
    }),
    { input: { projectId: 'p1', newKey: () => 'key' } },
  ).start()
  await waitFor(actor, (snapshot) => snapshot.matches({ files: 'choosing' }))
  actor.send({ type: 'step.requested', step: 3 })
  await renderPage(
    <div data-scroller style={{ overflowY: 'auto' }}>
      <PowerStep actor={actor} />
    </div>,
  )
  await userEvent.setup().click(screen.getByRole('button', { name: 'Add power integrity row' }))
  const power = () => screen.getByRole('combobox', { name: /^Power net/ })
  expect(await screen.findByRole('combobox', { name: /^Power net/ })).not.toHaveAttribute('aria-invalid', 'true')
  actor.send({ type: 'step.next' })
  actor.send({ type: 'payment.requested' })
  await waitFor(actor, (snapshot) => snapshot.matches('power'))
  expect(power()).toHaveAttribute('aria-invalid', 'true')
})
