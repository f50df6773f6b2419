import { type EventObject, fromCallback } from 'xstate'

import {
  type FollowLayouts,
  isLayout,
  layoutArrivalMachine,
} from '../../../../machines/wizard/board/layout-arrival.machine'
import type { ProjectFile } from '../../../../machines/files/file-order'
import type { CallingUser, ProductApi } from '../../../api/product'
import { fromCall } from '../../lib/from-call'
import { machinesHook } from '../../lib/machines'
import { transfersFor } from '../../transfers/machines'
import { contentOf } from '../../transfers/uploaded-content'
import { countNets } from './layout-facts'

/** Connects the machine for newly uploaded layouts to the uploads, the file readers and the product API. */
export const connectArrival = (api: ProductApi, currentUser: () => CallingUser) => ({
  layoutArrival: layoutArrivalMachine.provide({
    actors: {
      followLayouts: fromCallback<EventObject, FollowLayouts>(({ input: { projectId, files }, sendBack }) => {
        const { uploads } = transfersFor(api, currentUser)
        const arriving = uploads.on('file.kept', (event) => {
          const layout = event.projectId === projectId ? event.kept.find(isLayout) : undefined
          if (layout) sendBack({ type: 'layout.arrived', layout })
        })
        let known = files.getSnapshot().context.files
        const listing = files.subscribe(({ context }) => {
          if (context.files === known) return
          known = context.files
          sendBack({ type: 'files.listed', ids: known.map(({ id }) => id) })
        })
        return () => {
          arriving.unsubscribe()
          listing.unsubscribe()
        }
      }),
      countNets: fromCall<number, { layout: ProjectFile | null }>(async ({ input: { layout }, signal }) =>
        layout ? countNets(layout, api.readFile, signal) : 0,
      ),
      storeThumbnail: fromCall<string, { layout: ProjectFile | null }>(async ({ input: { layout }, signal }) => {
        if (!layout) throw new Error('There is no layout to draw.')
        const { drawThumbnail } = await import('../../previews/draw-thumbnail')
        const content = await contentOf(layout, api.readFile, signal)
        await api.storeThumbnail(layout.id, await drawThumbnail(layout.name, content, signal), signal)
        return layout.id
      }),
    },
  }),
})

export const useArrivalMachines = machinesHook(connectArrival)
