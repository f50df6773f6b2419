import { fileNameKey, freeFileName } from '../files/file-names'
import type { ProjectFile } from '../files/file-order'
import { fileSize } from '../lib/file-size'

/** A file on its way, by the id under which the app keeps its bytes. Sizes in bytes, speed in bytes a second. */
export type UploadItem = {
  id: string
  projectId: string
  name: string
  size: number
  /** When the file was last changed, in milliseconds since 1970: with name and size, it tells a file chosen again. */
  modified: number
  /** Where the server keeps what has arrived, of a file that can be continued. */
  address: string | null
  sent: number
  /** The most that was ever sent, and how often the file was tried in vain since. */
  reached: number
  tries: number
  speed: number | null
  /** When `speed` was last measured, and what had been sent by then. */
  mark: { at: number; sent: number } | null
  status: 'listing' | 'asking' | 'waiting' | 'sending' | 'paused' | 'done' | 'failed' | 'cancelled' | 'interrupted'
  /** The file of the same name goes once this one has arrived. */
  replaces: boolean
  /** The server knows a file of this name that came after the project was listed. */
  isTaken: boolean
  failure: string | null
}

/** What an upload has to know of its project: the files that are there, and how many bytes there is room for. */
export type UploadTarget = {
  files: (Pick<ProjectFile, 'id' | 'name' | 'size' | 'fileType'> & Partial<Pick<ProjectFile, 'folderId'>>)[]
  leftBytes: number
}

export type UploadTargets = Record<string, UploadTarget>

export type ChosenFile = Pick<UploadItem, 'id' | 'name' | 'size' | 'modified'>
export type ConflictAnswer = 'replace' | 'keep both' | 'skip'

const measuredAfterMs = 1000

const underWay = new Set<UploadItem['status']>(['listing', 'asking', 'waiting', 'sending', 'paused'])

export const isUnderWay = ({ status }: UploadItem) => underWay.has(status)

/** Whether nothing more happens to it by itself. */
export const isOver = (item: UploadItem) => !isUnderWay(item)

/** Whether nothing can be decided about an item before the files of its project are known. */
export const needsListing = ({ projectId, status, replaces }: UploadItem, targets: UploadTargets) =>
  status === 'listing' || (!targets[projectId] && (status === 'asking' || (status === 'waiting' && replaces)))

/** The project of the first item for which a project has to be listed that nobody has open; null where none has. */
export const unlistedProject = (items: UploadItem[], targets: UploadTargets, opened: string[]) =>
  items.find((item) => needsListing(item, targets) && !opened.includes(item.projectId))?.projectId ?? null

/** The room without reports: uploads go into Inputs, and a report of the same name stands in another folder. */
export const inputsOf = ({ files, leftBytes }: UploadTarget): UploadTarget => ({
  files: files.filter(({ folderId }) => folderId !== 'reports'),
  leftBytes,
})

/** Without what was known of a project. */
export const without = (targets: UploadTargets, projectId: string): UploadTargets =>
  Object.fromEntries(Object.entries(targets).filter(([id]) => id !== projectId))

/** A file as it begins its way: nothing is decided about it before the files of its project are known. */
export const newItem = ({ id, name, size, modified }: ChosenFile, projectId: string): UploadItem => ({
  // One system composes accented letters and another does not: the same name must be the same.
  id,
  projectId,
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

/** Names that are taken in a project's Inputs, sizes of the files there by name, and the bytes that are left. */
type Place = { taken: Set<string>; sizes: Map<string, number>; left: number }

function placeBeside(coming: UploadItem[], { files, leftBytes }: UploadTarget): Place {
  const sizes = new Map(files.map(({ name, size }) => [fileNameKey(name), size]))
  return {
    sizes,
    taken: new Set([...files, ...coming].map(({ name }) => fileNameKey(name))),
    left: leftBytes - coming.reduce((sum, item) => sum + neededBytes(item, sizes), 0),
  }
}

/** The room that an item takes: less what the file gives back that it replaces, or may replace if its person says so. */
function neededBytes({ name, size, status, replaces }: UploadItem, sizes: Place['sizes']): number {
  const mayReplace = replaces || status === 'asking'
  return mayReplace ? Math.max(0, size - (sizes.get(fileNameKey(name)) ?? 0)) : size
}

/** Makes what belongs to each project once. */
function byProject<Made>(make: (projectId: string) => Made): (projectId: string) => Made {
  const known = new Map<string, Made>()
  return (projectId) => {
    const made = known.get(projectId) ?? make(projectId)
    known.set(projectId, made)
    return made
  }
}

/**
 * Decides about the items whose project is listed by now, in the order in which they were chosen: refused where there is
 * no room, asked about where their name is taken, waiting otherwise.
 */
export function decided(items: UploadItem[], targets: UploadTargets): UploadItem[] {
  const coming = items.filter((item) => item.status !== 'listing' && isUnderWay(item))
  const placeIn = byProject((projectId) =>
    placeBeside(
      coming.filter((item) => item.projectId === projectId),
      targets[projectId] ?? unlimited,
    ),
  )
  return items.map((item) => {
    if (item.status !== 'listing' || !targets[item.projectId]) return item
    const place = placeIn(item.projectId)
    const isFree = !item.isTaken && !place.taken.has(fileNameKey(item.name))
    const decision: UploadItem = { ...item, status: isFree || item.replaces ? 'waiting' : 'asking' }
    const needed = neededBytes(decision, place.sizes)
    if (needed > place.left) return { ...item, status: 'failed', failure: noRoom(needed, place.left) }
    place.left -= needed
    place.taken.add(fileNameKey(item.name))
    return decision
  })
}

const unlimited: UploadTarget = { files: [], leftBytes: Infinity }

/** The item as it was chosen, to be decided about again. */
export const begunAgain = ({ address, replaces, ...item }: UploadItem): UploadItem => ({
  ...newItem(item, item.projectId),
  address,
  replaces,
})

const noRoom = (size: number, left: number) =>
  `Failed to upload files: this needs ${fileSize(size)}, and the project has ${fileSize(Math.max(0, left))} left. ` +
  'Delete files that are no longer needed, then try again.'

/** The items with those of `ids` that were asked about as their person answered. */
export function answered(
  items: UploadItem[],
  { ids, answer, targets }: { ids: string[]; answer: ConflictAnswer; targets: UploadTargets },
): UploadItem[] {
  const wanted = new Set(ids)
  const placeIn = byProject((projectId) =>
    placeBeside(
      items.filter((item) => item.projectId === projectId && isUnderWay(item)),
      targets[projectId] ?? unlimited,
    ),
  )
  return items.map((item) => {
    if (item.status !== 'asking' || !wanted.has(item.id)) return item
    if (answer === 'skip') return { ...item, status: 'cancelled', failure: null }
    if (answer === 'replace') return { ...item, status: 'waiting', replaces: true, isTaken: false, failure: null }
    const place = placeIn(item.projectId)
    const counted = neededBytes(item, place.sizes)
    if (item.size - counted > place.left)
      return { ...item, status: 'failed', failure: noRoom(item.size, place.left + counted) }
    place.left -= item.size - counted
    const name = freeFileName(item.name, place.taken)
    place.taken.add(fileNameKey(name))
    return { ...item, status: 'waiting', name, isTaken: false, failure: null }
  })
}

/** What may be sent now: a file that replaces another one waits until that one is known, and has arrived itself. */
export const sendable = (items: UploadItem[], targets: UploadTargets): UploadItem[] => {
  const sending = new Set(items.filter(({ status }) => status === 'sending' || status === 'paused').map(keyOf))
  const mayReplace = (item: UploadItem) => targets[item.projectId] !== undefined && !sending.has(keyOf(item))
  return items.filter((item) => item.status === 'waiting' && (!item.replaces || mayReplace(item)))
}

const keyOf = ({ projectId, name }: UploadItem) => `${projectId}/${fileNameKey(name)}`

/** The file that an item takes the place of, as the project is known to hold it. */
export const replacedBy = (item: UploadItem, room: UploadTarget | undefined) =>
  item.replaces ? (room?.files.find(({ name }) => fileNameKey(name) === fileNameKey(item.name)) ?? null) : null

/** The item with what is sent of it by `at` milliseconds; its speed is measured every second and smoothed. */
export function progressed(item: UploadItem, sent: number, at: number): UploadItem {
  const { mark, speed, reached } = item
  const on = { ...item, sent, ...(sent > reached && { tries: 0 }) }
  if (!mark || sent < mark.sent) return { ...on, mark: { at, sent } }
  const elapsed = at - mark.at
  if (elapsed < measuredAfterMs) return on
  const measured = ((sent - mark.sent) / elapsed) * 1000
  return { ...on, speed: speed === null ? measured : speed * 0.6 + measured * 0.4, mark: { at, sent } }
}

/** "3 of 10 uploaded, 1 failed": how many have arrived, and what became of those that have not. */
export function summaryOf(items: UploadItem[]): string {
  const count = (status: UploadItem['status']) => items.filter((item) => item.status === status).length
  const [done, coming] = [count('done'), items.filter(isUnderWay).length]
  const rest = (['failed', 'interrupted', 'cancelled'] as const).flatMap((status) =>
    count(status) > 0 ? [`${count(status)} ${status}`] : [],
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

/** All that is under way or has arrived, taken together. */
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
