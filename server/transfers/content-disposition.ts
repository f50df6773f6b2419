/** Responses that the browser saves as a file. */
import * as contentDisposition from 'content-disposition'
import type { FastifyReply } from 'fastify'

import { savedName } from '../files/file-name'

/** Sets the header that makes the browser save the response under this name. */
export const attachment = (reply: FastifyReply, name: string) =>
  reply.header('content-disposition', contentDisposition.create(savedName(name)))

/** Returns the file name of an export: the name of the project, without slashes, followed by what is exported. */
export const exportedName = (project: { name: string }, what: string) =>
  `${project.name.replace(/[\\/]/g, '-')}-${what}`
