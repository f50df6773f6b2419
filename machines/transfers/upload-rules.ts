import { fileNameKey, freeFileName } from '../files/file-names'
import type { ProjectFile } from '../files/file-order'
import { fileSize } from '../lib/file-size'

/**
 * An upload, with the id under which the page stores the chosen file. Sizes are in bytes, the speed in bytes per
 * second.
 */
export type UploadItem = {
  id: string
  projectId: string
  name: string
  size: number
  /**
   * When the file was last modified, in milliseconds since 1970. If the file of an interrupted upload is selected
   * again, the upload continues only if this time is the same.
   */
  modified: number
  /** The URL of a resumable upload on the server. */
  address: string | null
  sent: number
  /** The largest number of bytes sent so far, and the number of failed attempts since. */
  reached: number
  tries: number
  speed: number | null
  /** When `speed` was last measured, and the bytes sent by then. */
  mark: { at: number; sent: number } | null
  status: 'listing' | 'asking' | 'waiting' | 'sending' | 'paused' | 'done' | 'failed' | 'cancelled' | 'interrupted'
  /** Whether the upload becomes a new revision of the existing file with the same name. */
  replaces: boolean
  /** The server has a file with this name that was added after the project was listed. */
  isTaken: boolean
  failure: string | null
}

/**
 * The data that uploads need about their project: the existing files, and the remaining storage in bytes, which is null
 * if it is not known.
 */
export type UploadTarget = {
  files: (Pick<ProjectFile, 'id' | 'name' | 'size' | 'fileType'> & Partial<Pick<ProjectFile, 'folderId' | 'sha256'>>)[]
  leftBytes: number | null
}

export type UploadTargets = Record<string, UploadTarget>

/** The data of an upload, without its status. */
export type FileData = Omit<UploadItem, 'status'>

export type ChosenFile = Pick<UploadItem, 'id' | 'name' | 'size' | 'modified'>
export type ConflictAnswer = 'new revision' | 'keep both' | 'skip'

const measuredAfterMs = 1000

const underWay = new Set<UploadItem['status']>(['listing', 'asking', 'waiting', 'sending', 'paused'])

export const isUnderWay = ({ status }: UploadItem) => underWay.has(status)

/** Whether the upload has ended, so that only the user can restart it. */
export const isOver = (item: UploadItem) => !isUnderWay(item)

/** Whether an item cannot continue until the files of its project are listed. */
export const needsListing = ({ projectId, status, replaces }: UploadItem, targets: UploadTargets) =>
  status === 'listing' || (!targets[projectId] && (status === 'asking' || (status === 'waiting' && replaces)))

/** The first project, in the order of the items, that has to be listed and is not open; null if there is none. */
export const unlistedProject = (items: UploadItem[], targets: UploadTargets, opened: string[]) =>
  items.find((item) => needsListing(item, targets) && !opened.includes(item.projectId))?.projectId ?? null

/** The target without reports: uploads go into Inputs, where a report with the same name does not conflict. */
export const inputsOf = ({ files, leftBytes }: UploadTarget): UploadTarget => ({
  files: files.filter(({ folderId }) => folderId !== 'reports'),
  leftBytes,
})

/** Discards the stored target of a project, so that it is loaded again. */
export const without = (targets: UploadTargets, projectId: string): UploadTargets =>
  Object.fromEntries(Object.entries(targets).filter(([id]) => id !== projectId))

/** A new upload. It is not evaluated until its project's files are known. */
export const newItem = ({ id, name, size, modified }: ChosenFile, projectId: string): UploadItem => ({
  id,
  projectId,
  // Operating systems encode accented letters differently. Normalized names can be compared.
  name: name.normalize('NFC'),
  size,
  modified,
  status: 'listing',
  address: null,
  sent: 0,
  reached: 0,
  tries: 0,
  speed: null,
  mark: null,
  replaces: false,
  isTaken: false,
  failure: null,
})

/** The names in use in a project's Inputs, and the remaining bytes. */
type Space = { taken: Set<string>; left: number }

const spaceBeside = (coming: UploadItem[], { files, leftBytes }: UploadTarget): Space => ({
  taken: new Set([...files, ...coming].map(({ name }) => fileNameKey(name))),
  left: (leftBytes ?? Infinity) - coming.reduce((sum, { size }) => sum + size, 0),
})

/** Computes a value once per project. */
function byProject<Made>(make: (projectId: string) => Made): (projectId: string) => Made {
  const known = new Map<string, Made>()
  return (projectId) => {
    const made = known.get(projectId) ?? make(projectId)
    known.set(projectId, made)
    return made
  }
}

/**
 * Evaluates the items whose project has been listed, in the order in which they were selected. An item gets the status
 * `failed` if there is not enough storage, `asking` if its name is in use by a file that it does not replace, and
 * `waiting` otherwise.
 */
export function decided(items: UploadItem[], targets: UploadTargets): UploadItem[] {
  const coming = items.filter((item) => item.status !== 'listing' && isUnderWay(item))
  const placeIn = byProject((projectId) =>
    spaceBeside(
      coming.filter((item) => item.projectId === projectId),
      targets[projectId] ?? unlimited,
    ),
  )
  return items.map((item) => {
    if (item.status !== 'listing' || !targets[item.projectId]) return item
    const place = placeIn(item.projectId)
    const isFree = !item.isTaken && !place.taken.has(fileNameKey(item.name))
    const decision: UploadItem = { ...item, status: isFree || item.replaces ? 'waiting' : 'asking' }
    const { size } = item
    if (size > place.left) return { ...item, status: 'failed', failure: notEnoughSpace(size, place.left) }
    place.left -= size
    place.taken.add(fileNameKey(item.name))
    return decision
  })
}

const unlimited: UploadTarget = { files: [], leftBytes: null }

/**
 * Resets the item to its state at selection, except for its URL on the server and `replaces`, so that it is evaluated
 * again.
 */
export const restarted = ({ address, replaces, ...item }: FileData): UploadItem => ({
  ...newItem(item, item.projectId),
  address,
  replaces,
})

/**
 * The upload after the server has reported a file with this name that is missing from the known list. The upload is
 * evaluated again; the bytes received so far are not sent again.
 */
export const nameTaken = (file: FileData, failure: string | null): FileData => ({
  ...restarted(file),
  isTaken: true,
  replaces: false,
  failure,
})

/** The values of the fields that are reset when an upload is canceled. */
export const cancelled = { sent: 0, reached: 0, tries: 0, address: null, failure: null } as const

const notEnoughSpace = (size: number, left: number) =>
  `Failed to upload files: this upload needs ${fileSize(size)}, but the project has ${fileSize(Math.max(0, left))} ` +
  'left. Delete files that are no longer needed, then try again.'

/** Applies the user's answer to the items in `ids` that have a name conflict. */
export function answered(
  items: UploadItem[],
  { ids, answer, targets }: { ids: string[]; answer: ConflictAnswer; targets: UploadTargets },
): UploadItem[] {
  const wanted = new Set(ids)
  const placeIn = byProject((projectId) =>
    spaceBeside(
      items.filter((item) => item.projectId === projectId && isUnderWay(item)),
      targets[projectId] ?? unlimited,
    ),
  )
  return items.map((item) => {
    if (item.status !== 'asking' || !wanted.has(item.id)) return item
    if (answer === 'skip') return { ...item, status: 'cancelled', failure: null }
    if (answer === 'new revision') return { ...item, status: 'waiting', replaces: true, isTaken: false, failure: null }
    const place = placeIn(item.projectId)
    const name = freeFileName(item.name, place.taken)
    place.taken.add(fileNameKey(name))
    return { ...item, status: 'waiting', name, isTaken: false, failure: null }
  })
}

/** Whether the item's upload has started and still counts toward the limit of concurrent uploads. */
export const isActive = ({ status }: UploadItem) => status === 'sending' || status === 'paused'

/** The uploads to a project that are being sent or paused. */
export const activeIn = (items: UploadItem[], projectId: string) =>
  items.filter((item) => item.projectId === projectId && isActive(item))

/** The uploads to a project that have not ended, except those that are being sent or paused. */
export const comingIn = (items: UploadItem[], projectId: string) =>
  items.filter((item) => item.projectId === projectId && isUnderWay(item) && !isActive(item))

/** The uploads to a project that have ended. */
export const overIn = (items: UploadItem[], projectId: string) =>
  items.filter((item) => item.projectId === projectId && isOver(item))

export const withChange = (items: UploadItem[], change: Pick<UploadItem, 'id'> & Partial<UploadItem>) =>
  items.map((item) => (item.id === change.id ? { ...item, ...change } : item))

/**
 * The first item that can be sent now. A new revision waits until the project's files are known and no other upload
 * with the same name is in progress.
 */
export const nextToSend = (items: UploadItem[], targets: UploadTargets): UploadItem | undefined => {
  const sending = new Set(items.filter(isActive).map(keyOf))
  const mayRevise = (item: UploadItem) => targets[item.projectId] !== undefined && !sending.has(keyOf(item))
  return items.find((item) => item.status === 'waiting' && (!item.replaces || mayRevise(item)))
}

const keyOf = ({ projectId, name }: UploadItem) => `${projectId}/${fileNameKey(name)}`

/** The known file of which the item is a new revision; null if there is none. */
export const replacedBy = (item: UploadItem, target: UploadTarget | undefined) =>
  item.replaces ? (target?.files.find(({ name }) => fileNameKey(name) === fileNameKey(item.name)) ?? null) : null

/**
 * What the user should know about a stored file: its name, if the server has removed invisible characters from it, or
 * that its content is not new. Null if there is nothing to tell.
 */
export function storedNote(
  stored: Pick<ProjectFile, 'name' | 'sha256'> | undefined,
  name: string,
  replaced: UploadTarget['files'][number] | null,
): string | null {
  if (stored && stored.name !== name) return `It was saved as ${stored.name}.`
  return stored && stored.sha256 === replaced?.sha256
    ? 'Its content is the same as that of the previous revision.'
    : null
}

/** Updates an item with the bytes sent by `at`, in milliseconds. The speed is measured every second and smoothed. */
export function progressed(item: FileData, sent: number, at: number): FileData {
  const { mark, speed, reached } = item
  const on = { ...item, sent, ...(sent > reached && { tries: 0 }) }
  if (!mark || sent < mark.sent) return { ...on, mark: { at, sent } }
  const elapsed = at - mark.at
  if (elapsed < measuredAfterMs) return on
  const measured = ((sent - mark.sent) / elapsed) * 1000
  return { ...on, speed: speed === null ? measured : speed * 0.6 + measured * 0.4, mark: { at, sent } }
}

/** "3 of 10 uploaded, 1 failed": the number of finished uploads, and the outcome of the others. */
export function summaryOf(items: UploadItem[]): string {
  const count = (status: UploadItem['status']) => items.filter((item) => item.status === status).length
  const [done, coming] = [count('done'), items.filter(isUnderWay).length]
  const rest = (['failed', 'interrupted', 'cancelled'] as const).flatMap((status) =>
    count(status) > 0 ? [`${count(status)} ${status === 'cancelled' ? 'canceled' : status}`] : [],
  )
  return [coming > 0 ? `${done} of ${done + coming} uploaded` : `${done} uploaded`, ...rest].join(', ')
}

export type Progress = { sent: number; size: number; speed: number | null; secondsLeft: number | null }

const progressOf = (sent: number, size: number, speed: number | null): Progress => ({
  sent,
  size,
  speed,
  secondsLeft: speed ? Math.ceil((size - sent) / speed) : null,
})

export const itemProgress = ({ sent, size, speed }: UploadItem) => progressOf(sent, size, speed)

/** The total progress of all uploads except those that failed, were canceled or were interrupted. */
export function totalProgress(items: UploadItem[]): Progress {
  let [sent, size, speed] = [0, 0, 0]
  for (const item of items) {
    if (item.status !== 'done' && !isUnderWay(item)) continue
    sent += item.status === 'done' ? item.size : item.sent
    size += item.size
    if (item.status === 'sending') speed += item.speed ?? 0
  }
  return progressOf(sent, size, speed || null)
}
