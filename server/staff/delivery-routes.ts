/** The handler for deliveries by the staff: files for the project's Reports, and what was computed from them. */
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

import { MAX_PROJECT_FILES } from '../../machines/transfers/upload-limits'
import type { AppServices, Handlers } from '../auth/route-context'
import { formCheck } from '../http/contract'
import { type Fields, readForm } from '../http/form'
import { Problem, wrongField } from '../http/problem'
import { plainText } from '../http/text'
import { TooManyFiles } from '../files/store-files'
import { findProject, projectUsage } from '../projects/store'
import {
  type ArrivedFile,
  type ComputedReport,
  isDelivered,
  keepDelivery,
  type NewDelivery,
} from '../requests/delivery'
import { assertOpen, Refused } from '../requests/request-steps'
import type { RequestRow } from '../requests/store'
import { receiveContent } from '../storage/received-content'
import { createQuota, type Reservation } from '../transfers/quota'
import { fileName, notEnoughSpace, refusalOf } from '../transfers/upload-checks'
import { staffRequest } from './store'

// A report with many rows exceeds the default size limit of a form field. The contract has the same limit, in
// characters.
const REPORT_BYTES = 4_000_000
// Allowance for the boundaries and headers of a form, which are part of its Content-Length.
const FORM_BYTES = 256 * 1024

const checkForm = formCheck('StaffDelivery', 'deliverStaffRequest')
const checkReport = formCheck('ComputedReport', 'deliverStaffRequest')

export const deliveryHandlers = ({ db, storage, unfinished, config }: AppServices) => {
  const quota = createQuota()

  return {
    async deliverStaffRequest({ identity, simulationRequest, request }) {
      const { id: requestId, projectId } = simulationRequest
      if (simulationRequest.status !== 'delivered') assertDeliverable(simulationRequest)
      if (!(await findProject(db, projectId, identity.id))) {
        throw new Problem(
          409,
          'The project of this request was deleted, so nothing can be delivered. Cancel the request.',
        )
      }
      const announced = Number(request.headers['content-length'] ?? 0)
      const { fileCount, ...use } = await projectUsage(db, projectId, config)
      const space = { left: quota.left(projectId, use), limitBytes: use.limitBytes }
      const disk = storage.space.reserve(announced, await unfinished.waitingBytes())
      const arrived: ArrivedFile[] = []
      let reservation: Reservation | undefined
      let delivery: NewDelivery | undefined
      let isRepeated = false
      const names: string[] = []

      const receive = async (content: Readable, given: string, fields: Fields) => {
        const name = fileName('files', given)
        names.push(name)
        if (!delivery) {
          delivery = { ...deliveryOf({ ...fields, files: [name] }), by: identity }
          isRepeated = await isDelivered(db, delivery.id, requestId)
          if (!isRepeated && announced - FORM_BYTES - REPORT_BYTES > space.left) throw notEnoughSpace(space)
          reservation = quota.reserve(projectId, { ...use, announced: 0 })
        }
        if (isRepeated) {
          // An earlier call has stored the files, so the content is discarded.
          await finished(content.resume())
          return
        }
        if (fileCount + arrived.length >= MAX_PROJECT_FILES) throw new TooManyFiles(MAX_PROJECT_FILES - fileCount)
        const take = (bytes: number) => {
          reservation?.take(bytes)
          disk.take(bytes)
        }
        arrived.push({ ...(await receiveContent(storage, content, { take })), name, modifiedAt: new Date() })
      }

      try {
        const fields = await readForm(request, receive, REPORT_BYTES)
        checkForm({ ...fields, files: names })
        if (!delivery) throw wrongField('files', 'files must follow the fields of the form.')
        const { isKept } = await keepDelivery(db, simulationRequest, arrived, delivery, config)
        // If this call stored the delivery, the files belong to the project and must not be deleted, not even if a
        // later step fails.
        const spare = isKept ? [] : arrived
        await storage.remove(spare.map(({ id }) => id))
        arrived.length = 0
        return await staffRequest({ db, config }, requestId)
      } catch (error) {
        await storage.remove(arrived.map(({ id }) => id))
        throw refusalOf(problemOf(error), space)
      } finally {
        disk.release()
        reservation?.release()
      }
    },
  } satisfies Partial<Handlers>
}

function assertDeliverable(request: RequestRow) {
  try {
    assertOpen('deliver', request)
  } catch (error) {
    throw problemOf(error)
  }
}

const problemOf = (error: unknown) =>
  error instanceof Refused ? new Problem(409, error.message, { cause: error }) : error

/** Reads the fields, which precede the files. */
function deliveryOf(fields: Fields): Omit<NewDelivery, 'by'> {
  checkForm(fields)
  const {
    id,
    replaces,
    reason = '',
    report,
  } = fields as { id: string; replaces: string; reason?: string; report?: string }
  return {
    id,
    replaces: Number(replaces),
    reason: plainText(reason) || null,
    report: report === undefined ? null : reportOf(report),
  }
}

function reportOf(text: string): ComputedReport {
  let report: unknown
  try {
    report = JSON.parse(text)
  } catch {
    throw wrongField('report', 'report must be JSON.')
  }
  checkReport(report)
  return report as ComputedReport
}
