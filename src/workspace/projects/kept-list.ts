import { createStore, del, get, set, type UseStore } from 'idb-keyval'
import { createActor } from 'xstate'

import { type KeptList, type KeptListActor, keptListMachine } from '../../../machines/projects/kept-list.machine'
import type { Project } from '../../../machines/projects/project-list'
import { siteStorage } from '../../session/storage'
import { fromCall } from '../lib/from-call'

/** Longer lists are not kept: reading one would take as long as the server's response. */
const maxProjects = 1_000

/** In localStorage, the id of the user whose list is kept, so that the database is only opened if there is one. */
const ownerKey = 'projects-kept-for'

/** Increment the number when the shape of a project changes. */
const listKey = 'list-1'

/** Opened on first use. */
let store: UseStore | null = null
const database = () => (store ??= createStore('projects', 'kept'))

let last: Promise<unknown> = Promise.resolve()

/** Runs one task after the other, so that the owner always matches the list. */
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

async function readList(userId: string): Promise<Project[] | null> {
  if (siteStorage.getItem(ownerKey) !== userId) {
    await removeList()
    return null
  }
  const kept = await get<KeptList>(listKey, database())
  return kept?.userId === userId ? kept.projects : null
}

async function storeList(list: KeptList) {
  if (list.projects.length > maxProjects) return removeList()
  // First, so that the list is removed later, whatever happens in between.
  siteStorage.setItem(ownerKey, list.userId)
  await set(listKey, list, database())
}

/** If the browser's storage is blocked or full, the list is not kept. */
const tryTo = (task: () => Promise<void>) => void inOrder(task).catch(() => {})

/** Creates the actor that keeps the list of projects in the browser's storage. */
export const createKeptList = (): KeptListActor =>
  createActor(
    keptListMachine.provide({
      actors: {
        readList: fromCall<Project[] | null, { userId: string }>(({ input }) => inOrder(() => readList(input.userId))),
      },
      actions: {
        storeList: (_, list) => tryTo(() => storeList(list)),
        removeList: () => tryTo(removeList),
      },
    }),
  )
