import { createStore, del, get, set, type UseStore } from 'idb-keyval'
import { createActor } from 'xstate'

import { type KeptList, type KeptListActor, keptListMachine } from '../../../../machines/projects/kept-list.machine'
import type { Project } from '../../../../machines/projects/project-list'
import { siteStorage } from '../../../session/storage'
import { fromCall } from '../../lib/from-call'

/** Longer lists are not stored: reading them would take as long as the server's response. */
const maxProjects = 1_000

/** The localStorage key for the id of the user whose list is stored. Without this entry, the database is not opened. */
const ownerKey = 'projects-kept-for'

/** Increment the number when the shape of a project changes. */
const listKey = 'list-3'

/** Opened on first use. */
let store: UseStore | null = null
const database = () => (store ??= createStore('projects', 'kept'))

let last: Promise<unknown> = Promise.resolve()

/** Runs tasks one after another, so that the owner always matches the list. */
function inOrder<Result>(task: () => Promise<Result>): Promise<Result> {
  const running = last.then(task, task)
  last = running
  return running
}

async function removeList() {
  if (siteStorage.getItem(ownerKey) === null) return
  await del(listKey, database())
  siteStorage.removeItem(ownerKey)
}

async function loadList(): Promise<KeptList | undefined> {
  return siteStorage.getItem(ownerKey) === null ? undefined : get<KeptList>(listKey, database())
}

async function readList(userId: string, loaded: Promise<KeptList | undefined>): Promise<Project[] | null> {
  if (siteStorage.getItem(ownerKey) !== userId) {
    await removeList()
    return null
  }
  const kept = await loaded
  return kept?.userId === userId ? kept.projects : null
}

async function storeList(list: KeptList) {
  if (list.projects.length > maxProjects) return removeList()
  // Store the owner first, so that the list can be removed later even if an error occurs in between.
  siteStorage.setItem(ownerKey, list.userId)
  await set(listKey, list, database())
}

/** Ignores failures: if the browser's storage is blocked or full, the list is not stored. */
const tryTo = (task: () => Promise<void>) => void inOrder(task).catch(() => {})

/**
 * Creates the actor that caches the list of projects in the browser's storage. With `readsAhead`, the list is read
 * while the session check is running; it is still shown only to its user, after the check.
 */
export function createKeptList({ readsAhead }: { readsAhead: boolean }): KeptListActor {
  let early = readsAhead ? loadList() : null
  // Only prevents an unhandled rejection; the failure is handled where the list is used.
  early?.catch(() => {})
  /** The first call returns the list that was read early. Later calls read it again, since it can have changed. */
  const load = () => {
    const list = early ?? loadList()
    early = null
    return list
  }
  return createActor(
    keptListMachine.provide({
      actors: {
        readList: fromCall<Project[] | null, { userId: string }>(({ input }) =>
          inOrder(() => readList(input.userId, load())),
        ),
      },
      actions: {
        storeList: (_, list) => tryTo(() => storeList(list)),
        removeList: () => {
          early = null
          tryTo(removeList)
        },
      },
    }),
  )
}
