import { upload } from '../../api/caller'
import { apiOf } from '../../support/projects'
import type { TestStack } from '../../support/stack'

/** Creates a user's project with files in its inputs through the API. Its name is unique. */
export async function boardOf(stack: TestStack, username: string, files: Record<string, string> = {}) {
  const api = await apiOf(stack, username)
  const project = await api.makeProject(`Board ${crypto.randomUUID().slice(0, 8)}`)
  if (Object.keys(files).length > 0) {
    await upload({ ...api, id: project.created_by, username }, project.id, files)
  }
  return project
}
