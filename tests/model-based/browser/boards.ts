import { upload } from '../../api/caller'
import { apiOf } from '../../support/projects'
import type { TestStack } from '../../support/stack'

/** Creates a project for a user through the API, with a unique name and the given files in its Inputs folder. */
export async function boardOf(stack: TestStack, username: string, files: Record<string, string> = {}) {
  const api = await apiOf(stack, username)
  const project = await api.makeProject(`Board ${crypto.randomUUID().slice(0, 8)}`)
  if (Object.keys(files).length > 0) {
    await upload({ ...api, id: project.created_by, username }, project.id, files)
  }
  return project
}
