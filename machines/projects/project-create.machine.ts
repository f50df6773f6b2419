import { and, assign, emit, not, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import { isRefusal } from '../lib/refusal'
import { isNameConflict, type LocalProject, type Project, type ProjectToCreate } from './project-list'
import { isNameTaken, lengthProblem, nameProblem, nameTaken } from './project-name'

/** The unsent input for a project, with its local id. */
export type ProjectDraft = { id: LocalProject['id']; name: string; notes: string }

export const isProjectDraft = (kept: unknown): kept is ProjectDraft =>
  typeof kept === 'object' && kept !== null && 'id' in kept && 'name' in kept && 'notes' in kept

/**
 * The form for a new project, or for one that could not be saved before. It is sent only if no other project has the
 * same name. If the API reports that the name is taken, the user is asked for another one. If the API cannot create the
 * project, it becomes a local one with the reason, so that the input is not lost.
 */
export const projectCreateMachine = setup({
  types: {
    input: {} as ProjectDraft & { otherNames: string[] },
    context: {} as ProjectDraft & {
      otherNames: string[]
      /** Why the name was rejected when the form was sent. */
      refusal: string | null
    },
    events: {} as
      | { type: 'name.changed'; name: string }
      | { type: 'notes.changed'; notes: string }
      | { type: 'form.submitted' },
    emitted: {} as
      | { type: 'project.created'; project: Project; localId: LocalProject['id'] }
      /** The API could not create the project, which becomes a local one. */
      | { type: 'project.kept'; local: LocalProject },
    tags: {} as 'busy',
  },
  actors: {
    createProject: placeholderActor<Project, ProjectToCreate>('createProject'),
  },
  guards: {
    isNameRight: ({ context: { name } }) => name.trim() !== '' && lengthProblem(name) === null,
    isTaken: ({ context: { name, otherNames } }) => isNameTaken(name, otherNames),
    isNameConflict: (_, { error }: { error: unknown }) => isNameConflict(error),
  },
}).createMachine({
  id: 'projectCreate',
  context: ({ input }) => ({ ...input, refusal: null }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'name.changed': { actions: assign({ name: ({ event }) => event.name, refusal: null }) },
        'notes.changed': { actions: assign({ notes: ({ event }) => event.notes }) },
        'form.submitted': [
          { guard: and(['isNameRight', not('isTaken')]), target: 'creating', actions: assign({ refusal: null }) },
          { guard: 'isTaken', actions: assign({ refusal: nameTaken }) },
        ],
      },
    },
    creating: {
      tags: 'busy',
      invoke: {
        src: 'createProject',
        input: ({ context }) => ({ key: context.id, ...trimmed(context) }),
        onDone: {
          target: 'created',
          actions: emit(({ context, event }) => ({
            type: 'project.created' as const,
            project: event.output,
            localId: context.id,
          })),
        },
        onError: [
          {
            guard: { type: 'isNameConflict', params: ({ event }) => ({ error: event.error }) },
            target: 'editing',
            actions: assign({ refusal: nameTaken }),
          },
          {
            target: 'kept',
            actions: emit(({ context, event }) => ({
              type: 'project.kept' as const,
              local: {
                id: context.id,
                ...trimmed(context),
                failure: messageOf(event.error, 'Failed to create project'),
                isRefused: isRefusal(event.error),
              },
            })),
          },
        ],
      },
    },
    created: { type: 'final' },
    kept: { type: 'final' },
  },
})

const trimmed = ({ name, notes }: ProjectDraft) => ({ name: name.trim(), notes: notes.trim() || null })

type Snapshot = SnapshotFrom<typeof projectCreateMachine>

export const isCreationBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const formOf = (snapshot: Snapshot) => snapshot.context
/** The message below the name, or null if the name is valid or empty. */
export const nameProblemOf = ({ context: { name, otherNames, refusal } }: Snapshot) =>
  refusal ?? nameProblem(name, otherNames)
/** The unsent input; null if there is none. */
export const draftOf = ({ status, context: { id, name, notes } }: Snapshot): ProjectDraft | null =>
  status === 'active' && (name !== '' || notes !== '') ? { id, name, notes } : null
