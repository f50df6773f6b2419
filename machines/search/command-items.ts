import type { components } from '../../openapi/generated/product'

export type FoundFile = components['schemas']['FoundFile']
export type FoundRequest = Pick<
  components['schemas']['SimulationRequestSummary'],
  'id' | 'number' | 'project_id' | 'project_name' | 'status' | 'total'
>

export type CommandAction = 'projects' | 'create' | 'request' | 'requests' | 'shortcuts'

export const actionNames: Record<CommandAction, string> = {
  projects: 'All projects',
  create: 'Create project',
  request: 'Request simulation',
  requests: 'My simulation requests',
  shortcuts: 'Keyboard shortcuts',
}

/** An entry in the command menu. `detail` distinguishes entries with the same name. */
export type CommandItem = { name: string; detail: string } & (
  | { kind: 'project'; projectId: string }
  | { kind: 'request'; projectId: string; requestId: string }
  | { kind: 'file'; projectId: string; fileId: string; folder: 'inputs' | 'reports' }
  | { kind: 'action'; action: CommandAction }
)

type Sources = {
  query: string
  /** The projects, sorted by their last activity, the most recent first. */
  projects: readonly { id: string; name: string }[]
  requests: readonly FoundRequest[]
  files: readonly FoundFile[]
}

const limits = { project: 6, request: 5 }

/**
 * The entries that match the typed text: projects, requests, files and actions. An entry has to contain every word of
 * the query. Names that begin with the query come first. Without a query, the projects with the most recent activity
 * and all actions are listed.
 */
export function commandItems({ query, projects, requests, files }: Sources): CommandItem[] {
  const typed = query.trim().toLowerCase()
  const words = typed.split(/\s+/)
  const matches = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const isFirst = (name: string) => name.toLowerCase().startsWith(typed)
  const firstOnes = <Item extends { name: string }>(items: Item[], limit: number) =>
    [...items.filter(({ name }) => isFirst(name)), ...items.filter(({ name }) => !isFirst(name))].slice(0, limit)

  const foundProjects = projects
    .filter(({ name }) => matches(name))
    .map(({ id, name }): CommandItem => ({ kind: 'project', name, detail: '', projectId: id }))
  const foundRequests = requests
    .map(
      ({ id, number, project_id: projectId, project_name: project, status, total }): CommandItem => ({
        kind: 'request',
        name: `${number}: simulation of ${project}`,
        detail: `${status.replace('cancelled', 'canceled')}, $${total.toLocaleString('en-US')}`,
        projectId,
        requestId: id,
      }),
    )
    .filter(({ name, detail }) => typed !== '' && matches(`${name} ${detail}`))
  const foundFiles = files.map(
    (file): CommandItem => ({
      kind: 'file',
      name: file.name,
      detail: file.project_name,
      projectId: file.project_id,
      fileId: file.id,
      folder: file.folderId === 'reports' ? 'reports' : 'inputs',
    }),
  )
  const actions = Object.entries(actionNames)
    .filter(([, name]) => matches(name))
    .map(([action, name]): CommandItem => ({ kind: 'action', name, detail: '', action: action as CommandAction }))
  return [
    ...firstOnes(foundProjects, limits.project),
    ...firstOnes(foundRequests, limits.request),
    ...foundFiles,
    ...actions,
  ]
}
