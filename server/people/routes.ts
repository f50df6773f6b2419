/** Handlers that let users export and delete the data stored about them. */
import { Readable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'

import type { AppServices, Handlers } from '../auth/route-context'
import { simulationRequests } from '../database/schema'
import { Problem, wrongField } from '../http/problem'
import { askAboutPayment } from '../requests/unpaid-requests'
import { deletePerson, WorkIsOpen } from './deletion'
import { personExport } from './export'

export const peopleHandlers = ({ db, config, payments }: AppServices) =>
  ({
    async exportMe({ identity, request, reply }) {
      reply.type('application/zip').header('content-disposition', 'attachment; filename="my-data.zip"')
      return request.method === 'HEAD' ? Readable.from([]) : personExport(db, identity.id, { messages: false })
    },

    async deleteMe({ identity, body, request }) {
      if (body.username !== identity.username)
        throw wrongField('username', 'To confirm, username must be your own username.')
      // Update unpaid requests first: a payment may just have been made, or a payment page may have expired.
      const unpaid = await db
        .select()
        .from(simulationRequests)
        .where(and(eq(simulationRequests.createdBy, identity.id), eq(simulationRequests.status, 'awaiting payment')))
      for (const row of unpaid) await askAboutPayment({ db, payments }, row, request.log)
      const options = { config, removeFiles: body.remove_files, byOperator: false }
      await deletePerson(db, identity.id, options).catch((error: unknown) => {
        throw error instanceof WorkIsOpen ? new Problem(409, openWork(error.count), { cause: error }) : error
      })
      // Tokens state the time of their sign-in in whole seconds. A token from the current second could be from before
      // the deletion and is refused, so do not respond before the next second.
      await after(1000 - (Date.now() % 1000))
      return undefined
    },
  }) satisfies Partial<Handlers>

const openWork = (count: number) =>
  `Nothing was deleted: ${count === 1 ? 'a simulation request is' : `${count} simulation requests are`} unpaid or in progress, and ` +
  'the files are still needed. Cancel unpaid requests and wait until the others are delivered, or keep the files of your requests.'
