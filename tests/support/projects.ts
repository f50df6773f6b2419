/**
 * Creates projects through the API, for tests that need many of them or a project that is used by another user or tab.
 */
import type { components } from '../../openapi/generated/product'
import { caller, expected, formOf, upload } from '../api/caller'
import { signIn } from './sign-in'
import type { TestStack } from './stack'

type Project = components['schemas']['Project']

/** Signs in as a user and returns an API client that is independent of the browser. */
export async function apiOf(stack: TestStack, username: string) {
  const { tokens } = await signIn(stack, username)
  const api = caller(`${stack.config.publicUrl}/api`, tokens.access_token)
  const person = expected(await api.call<components['schemas']['User']>('GET', '/v1/users/me'), 200)
  const { id } = person

  return {
    ...api,
    id,
    async makeProject(name: string, notes = '') {
      const form = formOf({ name, notes, uid: id, created_by: id })
      return expected(await api.call<Project>('POST', '/v1/projects', { form }), 201)
    },
    /** Creates projects whose names begin with `Board 0001`, `Board 0002` and so on, a few at a time. */
    async makeProjects(count: number) {
      const numbers = Array.from({ length: count }, (_, index) => String(index + 1).padStart(4, '0'))
      const makeNext = async () => {
        for (let next = numbers.shift(); next; next = numbers.shift()) {
          await this.makeProject(`Board ${next} carrier`, Number(next) % 3 ? `Link budget of lane ${next}, rev B` : '')
        }
      }
      await Promise.all(Array.from({ length: 8 }, makeNext))
    },
    /** Uploads `net-00001.txt` and so on, a hundred per form. */
    async makeFiles(projectId: string, count: number) {
      for (let made = 0; made < count; made += 100) {
        const names = Array.from(
          { length: Math.min(100, count - made) },
          (_, index) => `net-${String(made + index + 1).padStart(5, '0')}.txt`,
        )
        await upload({ ...api, ...person }, projectId, Object.fromEntries(names.map((name) => [name, name])))
      }
    },
  }
}
