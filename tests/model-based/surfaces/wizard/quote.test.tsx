// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

import type { Quote } from '../../../../machines/wizard/quote'
import { type MadeQuote, quoteMachine } from '../../../../machines/wizard/quote.machine'
import { defaultPrices } from '../../../../machines/wizard/rows/interfaces'
import { RequestDialog } from '../../../../src/workspace/wizard/request-dialog'
import { storeRequest } from '../../../../src/workspace/wizard/drafts/request-drafts'
import { fullSi, storedRequest } from '../../../model/wizard/request-samples'
import { project, projectFile } from '../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

const quote: Quote = {
  project: 'Camera board',
  request: null,
  files: [{ kind: 'Layout', name: 'board.kicad_pcb', sha256: '0'.repeat(64) }],
  rows: [{ simulation: 'MIPI-D', nets: 'D0_P with ground GND', details: '1.5 Gbps, clock CLK_P', price: 2000 }],
  total: 2000,
  tax: null,
  purchaseOrder: null,
  turnaroundDays: 10,
  isTrial: false,
}

const printable: MadeQuote = { bytes: new Uint8Array(1), unprintable: [] }
const incomplete: MadeQuote = { bytes: new Uint8Array(1), unprintable: ['ش', '🙂'] }

/** Finds the button by its accessible name, because a spinner hides its text while it is busy. */
const download = () => screen.getByRole('button', { name: 'Download quote' })

const quoting: Surface<typeof quoteMachine> = {
  situations: { 'a complete request in its last step': {} },
  events: { 'quote.requested': [{ quote }], 'quote.accepted': [{}] },
  done: { followRequests: null, makeQuote: [printable, incomplete], saveQuote: [undefined] },
  failed: { followRequests: null, makeQuote: [failure()], saveQuote: [failure()] },
  mount: ({ machine }) => {
    storeRequest('u1', storedRequest({ si: [{ id: 0, ...fullSi }] }, { layout: projectFile() }))
    const machines = machinesOver({
      listRequestProjects: async () => [project()],
      listRequestFiles: async () => [projectFile()],
      getPrices: async () => ({ ...defaultPrices, version: 'v1' }),
    })
    const on = { onStep: vi.fn(), onProject: vi.fn(), onClose: vi.fn() }
    renderWorkspace(<RequestDialog projectId="p1" requestedStep={4} {...on} />, { ...machines, quote: machine })
  },
  states: {
    resting: async (_, { context }) => {
      await vi.waitFor(() => expect(isUsable(download())).toBe(true))
      const alert = screen.queryByRole('alert')
      if (context.failure) {
        expect(alert).toHaveTextContent('The quote could not be created. Please try again.')
        expect(alert).toHaveTextContent('Your request is kept.')
      } else {
        expect(alert).toBeNull()
      }
    },
    making: (_, { context }) => {
      expect(context.quote).toEqual(quote)
      expect(isUsable(download())).toBe(false)
      expect(screen.queryByRole('alert')).toBeNull()
    },
    incomplete: () => {
      expect(isUsable(download())).toBe(true)
      expect(screen.getByRole('alert')).toHaveTextContent(
        'The quote cannot show some characters.A question mark replaces each of these: ش 🙂',
      )
      expect(screen.getByRole('button', { name: 'Download anyway' })).toBeEnabled()
    },
    saving: (_, { context }) => {
      expect(context.made).not.toBeNull()
      expect(isUsable(download())).toBe(false)
      expect(screen.queryByRole('alert')).toBeNull()
    },
  },
  perform: {
    'quote.accepted': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Download anyway' })),
    'quote.requested': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Download quote' })),
  },
}

testSurface('Quote', quoteMachine, quoting)
