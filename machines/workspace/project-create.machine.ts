import { assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { notProvided } from '../lib/not-provided'
import { isRefusal } from '../lib/refusal'
import { lengthProblem, type LocalProject, type Project } from './project-list'

/**
 * A project as it is asked for: the name trimmed, the notes null when there are none. Asked for twice with the same key,
 * it is one project.
 */
export type ProjectToCreate = { key: string; name: string; notes: string | null }

/** What is typed of a project and not sent, with the id that it would have here. */
export type ProjectDraft = { id: LocalProject['id']; name: string; notes: string }

export const isProjectDraft = (kept: unknown): kept is ProjectDraft =>
  typeof kept === 'object' && kept !== null && 'id' in kept && 'name' in kept && 'notes' in kept

/**
 * The form for a new project, or for one that could not be saved before. It is sent only with a name. Done, it gives the
 * project; or, where the API could not take it, a local one with the reason, so that nothing typed is lost.
 */
export const projectCreateMachine = setup({
  types: {
    input: {} as ProjectDraft,
    context: {} as ProjectDraft & { project: Project | null; local: LocalProject | null },
    events: {} as
      | { type: 'name.changed'; name: string }
      | { type: 'notes.changed'; notes: string }
      | { type: 'form.submitted' },
    output: {} as { project: Project; local: null } | { project: null; local: LocalProject } | null,
    tags: {} as 'busy',
  },
  actors: {
    createProject: notProvided<Project, ProjectToCreate>('createProject'),
  },
  guards: {
    hasName: ({ context: { name } }) => name.trim() !== '' && lengthProblem(name) === null,
  },
}).createMachine({
  id: 'projectCreate',
  context: ({ input }) => ({ ...input, project: null, local: null }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'name.changed': { actions: assign({ name: ({ event }) => event.name }) },
        'notes.changed': { actions: assign({ notes: ({ event }) => event.notes }) },
        'form.submitted': { guard: 'hasName', target: 'creating' },
      },
    },
    creating: {
      tags: 'busy',
      invoke: {
        src: 'createProject',
        input: ({ context }) => ({ key: context.id, ...trimmed(context) }),
        onDone: { target: 'created', actions: assign({ project: ({ event }) => event.output }) },
        onError: {
          target: 'kept',
          actions: assign({
            local: ({ context, event }) => ({
              id: context.id,
              ...trimmed(context),
              failure: messageOf(event.error, 'Failed to create project'),
              isRefused: isRefusal(event.error),
            }),
          }),
        },
      },
    },
    created: { type: 'final' },
    kept: { type: 'final' },
  },
  output: ({ context: { project, local } }) =>
    project ? { project, local: null } : local ? { project: null, local } : null,
})

const trimmed = ({ name, notes }: ProjectDraft) => ({ name: name.trim(), notes: notes.trim() || null })

type Snapshot = SnapshotFrom<typeof projectCreateMachine>

export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const formOf = (snapshot: Snapshot) => snapshot.context
/** Null when there is nothing to lose. */
export const draftOf = ({ status, context: { id, name, notes } }: Snapshot): ProjectDraft | null =>
  status === 'active' && (name !== '' || notes !== '') ? { id, name, notes } : null
