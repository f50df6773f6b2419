import type { ProjectFile } from './file-order'
import { fileSize } from './file-size'

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
  status: 'asking' | 'waiting' | 'sending' | 'paused' | 'done' | 'failed' | 'cancelled' | 'interrupted'
  /** The file of the same name goes once this one has arrived. */
  replaces: boolean
  failure: string | null
}

/** What an upload has to know of its project: the names that are taken, and how many bytes there is room for. */
export type ProjectRoom = { files: Pick<ProjectFile, 'id' | 'name' | 'fileType'>[]; leftBytes: number }

export type ChosenFile = Pick<UploadItem, 'id' | 'name' | 'size' | 'modified'>
export type ConflictAnswer = 'replace' | 'keep both' | 'skip'

const measuredAfterMs = 1000

export const isUnderWay = ({ status }: UploadItem) =>
  status === 'asking' || status === 'waiting' || status === 'sending' || status === 'paused'

/** Whether nothing more happens to it by itself. */
export const isOver = (item: UploadItem) => !isUnderWay(item)

/** Names are the same in any case, as they are on most people's computers. */
const sameName = (name: string) => name.toLowerCase()

/** A file as it begins its way. */
export const newItem = ({ id, name, size, modified }: ChosenFile, projectId: string) => ({
  ...{ id, projectId, name, size, modified, address: null, sent: 0, reached: 0, tries: 0, speed: null, mark: null },
  ...{ replaces: false, failure: null },
})

/**
 * New items for the list: refused where there is no room for them, asked about where their name is taken, waiting
 * otherwise. Files count in the order in which they were chosen.
 */
export function admitted(projectId: string, files: ChosenFile[], items: UploadItem[], room: ProjectRoom): UploadItem[] {
  const coming = items.filter((item) => item.projectId === projectId && isUnderWay(item))
  const taken = new Set([...room.files, ...coming].map(({ name }) => sameName(name)))
  let left = room.leftBytes - coming.reduce((sum, { size }) => sum + size, 0)
  return files.map((file) => {
    const { name, size } = file
    const item = newItem(file, projectId)
    if (size > left) return { ...item, status: 'failed', failure: noRoom(size, left) }
    left -= size
    const status = taken.has(sameName(name)) ? 'asking' : 'waiting'
    taken.add(sameName(name))
    return { ...item, status }
  })
}

const noRoom = (size: number, left: number) =>
  `Failed to upload files: this needs ${fileSize(size)}, and the project has ${fileSize(Math.max(0, left))} left. ` +
  'Delete files that are no longer needed, then try again.'

/** The items with those of `ids` that were asked about as their person answered. */
export function answered(
  items: UploadItem[],
  { ids, answer, rooms }: { ids: string[]; answer: ConflictAnswer; rooms: Record<string, ProjectRoom> },
): UploadItem[] {
  const wanted = new Set(ids)
  const taken = new Map<string, Set<string>>()
  const takenIn = (projectId: string) => {
    const known = taken.get(projectId)
    if (known) return known
    const coming = items.filter((item) => item.projectId === projectId && isUnderWay(item))
    const names = new Set([...(rooms[projectId]?.files ?? []), ...coming].map(({ name }) => sameName(name)))
    taken.set(projectId, names)
    return names
  }
  return items.map((item) => {
    if (item.status !== 'asking' || !wanted.has(item.id)) return item
    if (answer === 'skip') return { ...item, status: 'cancelled' }
    if (answer === 'replace') return { ...item, status: 'waiting', replaces: true }
    const name = freeName(item.name, takenIn(item.projectId))
    takenIn(item.projectId).add(sameName(name))
    // What may wait on the server waits there under the other name.
    return { ...item, status: 'waiting', name, address: null }
  })
}

/** "board.brd" becomes "board (2).brd" where that name is free, and so on. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let free = name
  for (let n = 2; taken.has(sameName(free)); n++) free = `${stem} (${n})${extension}`
  return free
}

/** What may be sent now: not while a file of its name is under way that it is to replace. */
export const sendable = (items: UploadItem[]): UploadItem[] => {
  const sending = new Set(items.filter(({ status }) => status === 'sending' || status === 'paused').map(keyOf))
  return items.filter((item) => item.status === 'waiting' && !(item.replaces && sending.has(keyOf(item))))
}

const keyOf = ({ projectId, name }: UploadItem) => `${projectId}/${sameName(name)}`

/** The file that an item takes the place of, as the project is known to hold it. */
export const replacedBy = (item: UploadItem, room: ProjectRoom | undefined) =>
  item.replaces ? (room?.files.find(({ name }) => sameName(name) === sameName(item.name)) ?? null) : null

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
