/** Handlers that receive the attachments of messages, and return the files of a request. */
import type { Readable } from 'node:stream'

import { MAX_ATTACHMENT_BYTES, tooLarge } from '../../machines/requests/message-attachments'
import type { components } from '../../openapi/generated/product'
import type { AppServices, Call, Handlers } from '../auth/route-context'
import { findKeptFile } from '../files/file-records'
import { formCheck } from '../http/contract'
import { readForm } from '../http/form'
import { Problem, wrongField } from '../http/problem'
import { type Received, receiveContent } from '../storage/received-content'
import { sendFile } from '../transfers/downloads'
import { fileName } from '../transfers/upload-checks'
import { assertKeepsFiles, attachmentSpace, keepAttachment, noSpace } from './attachments'
import { filesOfRequest } from './request-files'

// Allowance for the boundaries and headers of a form, which are part of its Content-Length.
const FORM_BYTES = 256 * 1024

type Upload = Pick<Call<'addRequestAttachment'>, 'identity' | 'simulationRequest' | 'request'>

export const attachmentHandlers = ({ db, storage, unfinished, config }: AppServices) => {
  const checks = {
    customer: formCheck('NewAttachment', 'addRequestAttachment'),
    staff: formCheck('NewAttachment', 'addStaffAttachment'),
  }

  async function add(
    { identity, simulationRequest, request }: Upload,
    side: keyof typeof checks,
  ): Promise<components['schemas']['PinnedFile']> {
    await assertKeepsFiles(db, simulationRequest, config)
    const announced = Number(request.headers['content-length'] ?? 0)
    const left = await attachmentSpace(db, simulationRequest.id)
    if (announced - FORM_BYTES > MAX_ATTACHMENT_BYTES) throw new Problem(413, tooLarge('This file'))
    if (announced - FORM_BYTES > left) throw noSpace(left)
    const disk = storage.space.reserve(announced, await unfinished.waitingBytes())
    const arrived: (Received & { name: string })[] = []

    const receive = async (content: Readable, given: string) => {
      const name = fileName('files', given)
      if (arrived.length > 0) {
        throw wrongField('files', 'files must contain exactly one file. Upload each attachment in a separate call.')
      }
      let size = 0
      const take = (bytes: number) => {
        size += bytes
        if (size > MAX_ATTACHMENT_BYTES) throw new Problem(413, tooLarge(`“${name}”`))
        if (size > left) throw noSpace(left)
        disk.take(bytes)
      }
      arrived.push({ ...(await receiveContent(storage, content, { take })), name })
    }

    try {
      const fields = await readForm(request, receive)
      checks[side]({ ...fields, files: arrived.map(({ name }) => name) })
      const [file] = arrived
      if (!file) throw new Error('The form has no file.')
      const kept = await keepAttachment(db, simulationRequest, file, identity, config)
      arrived.length = 0
      return kept
    } finally {
      await storage.remove(arrived.map(({ id }) => id))
      disk.release()
    }
  }

  return {
    addRequestAttachment: (call) => add(call, 'customer'),
    addStaffAttachment: (call) => add(call, 'staff'),

    async downloadRequestFile({ request, reply, simulationRequest, path: { fileId } }) {
      const isOfRequest = (await filesOfRequest(db, simulationRequest)).has(fileId)
      const file = isOfRequest && (await findKeptFile(db, fileId))
      if (!file) throw new Problem(404, 'The request has no such file, or it is no longer stored.')
      return sendFile(request, reply, storage, file)
    },
  } satisfies Partial<Handlers>
}
