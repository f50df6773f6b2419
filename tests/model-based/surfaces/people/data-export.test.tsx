// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { dataExportMachine } from '../../../../machines/people/data-export.machine'
import { ExportDataDialog } from '../../../../src/workspace/people/export-data-dialog'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const onClose = vi.fn()
const button = (name: string) => screen.getByRole('button', { name })
const find = (name: string) => screen.queryByRole('button', { name })
const busy = 'Too many requests. Please try again in 30 seconds.'

const dataExport: Surface<typeof dataExportMachine> = {
  situations: { 'a signed-in user': {} },
  events: {
    'export.requested': [{}],
    'export.cancelled': [{}],
    'export.progressed': ({ context }) => (context.received === 0 ? [{ received: 2048 }] : []),
    'export.finished': [{}],
    'export.failed': [{ error: failure(busy) }, { error: failure() }],
  },
  done: { receiveExport: null },
  failed: { receiveExport: null },
  mount: ({ machine }) => {
    onClose.mockClear()
    renderWorkspace(<ExportDataDialog onClose={onClose} />, { ...machinesOver({}), dataExport: machine })
  },
  states: {
    ready: async ({ user }, { context: { failure: shown } }) => {
      expect(screen.getByRole('dialog', { name: 'Export my data' })).toHaveTextContent('The contents of your files')
      expect(button('Download')).toBeEnabled()
      expect(screen.getByRole('status')).toBeEmptyDOMElement()
      if (shown === null) expect(screen.queryByRole('alert')).toBeNull()
      else {
        const title = shown === busy ? busy : 'Your data could not be exported.'
        expect(screen.getByRole('alert')).toHaveTextContent(`${title}Nothing was saved. Please try again.`)
      }
      await user.keyboard('{Escape}')
      expect(onClose).toHaveBeenCalledOnce()
    },
    receiving: (_, { context: { received } }) => {
      expect(screen.getByRole('status')).toHaveTextContent(
        received === 0 ? 'Your data is being collected...' : '2 KB received...',
      )
      expect(button('Cancel export')).toBeEnabled()
      expect(find('Download')).toBeNull()
      expect(screen.queryByRole('alert')).toBeNull()
    },
    saved: (_, { context: { received } }) => {
      expect(screen.getByRole('status')).toHaveTextContent(
        `The ZIP file was saved (${received === 0 ? '0 bytes' : '2 KB'}).`,
      )
      expect(button('Download again')).toBeEnabled()
      expect(screen.queryByRole('alert')).toBeNull()
    },
  },
  perform: {
    'export.requested': (_, { user }) => user.click(find('Download') ?? button('Download again')),
    'export.cancelled': (_, { user }) => user.click(button('Cancel export')),
    'export.progressed': (event, { report }) => report('receiveExport', event),
    'export.finished': (event, { report }) => report('receiveExport', event),
    'export.failed': (event, { report }) => report('receiveExport', event),
  },
}

testSurface('Data export', dataExportMachine, dataExport)
