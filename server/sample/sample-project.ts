/** The sample project: a small board of our own with its stackup, and a delivery for it. */
import { Readable } from 'node:stream'

import { fileNameKey } from '../../machines/files/file-names'
import { recordActivity } from '../activity/record'
import type { Db } from '../database/database'
import { files as fileTable, projectMembers, projects, thumbnails } from '../database/schema'
import { listFileTypes } from '../files/file-records'
import { proposeFileType } from '../files/file-type'
import { nameKeyOf } from '../projects/store'
import type { Doer } from '../sharing/users'
import { receiveContent, type Received } from '../storage/received-content'
import type { Storage } from '../storage/storage'
import { sampleBoard } from './board'
import { addSampleDelivery } from './delivery'
import { sampleChannel, sampleSupply } from './networks'
import { sampleStackup } from './stackup'
// The thumbnail as drawn by the browser; tests/e2e/projects/board-on-card.test.ts checks that it is up to date.
import drawn from './thumbnail.json' with { type: 'json' }

/** The name of the sample project, unless it is taken. */
export const sampleName = 'Camera link sample'

const boardName = 'camera-link.kicad_pcb'

export type SampleFile = Received & { name: string; folder: 'inputs' | 'reports' }

const unlimited = { take: () => undefined }

/** Stores the content of the sample's files. It has to be removed again if no project refers to it. */
export async function receiveSampleFiles(storage: Storage): Promise<SampleFile[]> {
  const received: SampleFile[] = []
  for (const [folder, name, text] of [
    ['inputs', boardName, sampleBoard()],
    ['inputs', 'camera-link-stackup.csv', sampleStackup],
    ['reports', 'camera-link-channel.s4p', sampleChannel()],
    ['reports', 'camera-link-3v3.s2p', sampleSupply()],
  ] as const) {
    const content = await receiveContent(storage, Readable.from([Buffer.from(text)]), unlimited)
    received.push({ folder, name, ...content })
  }
  return received
}

type SampleProject = {
  owner: Doer
  name: string
  idempotencyKey: string | null
  files: SampleFile[]
}

/** Adds the sample project to a person's projects. Returns its id. */
export async function addSampleProject(tx: Db, { owner, name, idempotencyKey, files }: SampleProject): Promise<string> {
  const types = new Map((await listFileTypes(tx)).map((type) => [type.name, type.id]))
  const [project] = await tx
    .insert(projects)
    .values({
      name,
      nameKey: nameKeyOf(name),
      notes: 'Four layers, with a MIPI camera link and a PCI Express lane from a connector to a receiver.',
      createdBy: owner.id,
      createdByName: owner.fullname,
      idempotencyKey,
    })
    .returning({ id: projects.id })
  if (!project) throw new Error('The sample project could not be saved.')
  await tx.insert(projectMembers).values({ projectId: project.id, userId: owner.id, role: 'project_manager' })
  await tx.insert(fileTable).values(
    files.map(({ id, name: fileName, folder, size, sha256, ...content }) => {
      const proposedType = folder === 'reports' ? 'report' : proposeFileType(fileName, content)
      const typeId = types.get(proposedType)
      if (typeId === undefined) throw new Error(`There is no file type ${proposedType}.`)
      const origin = { projectId: project.id, folder, uploadedBy: owner.id, modifiedAt: new Date() }
      const naming = { name: fileName, nameKey: fileNameKey(fileName) }
      return { id, ...naming, size, sha256, typeId, proposedType, ...origin }
    }),
  )
  const board = files.find(({ name: fileName }) => fileName === boardName)
  if (board) await tx.insert(thumbnails).values({ fileId: board.id, projectId: project.id, png: drawn.png })
  await recordActivity(tx, project.id, owner, [
    { kind: 'project created', subject: name },
    ...files.map((file) => ({ kind: 'file uploaded', subject: file.name, fileId: file.id }) as const),
  ])
  await addSampleDelivery(tx, project.id, owner, files)
  return project.id
}
