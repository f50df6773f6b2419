import { assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { notProvided } from '../lib/not-provided'
import type { Project } from './projects.machine'

/** A project as it is asked for: the name trimmed, the notes null when there are none. */
export type NewProject = { name: string; notes: string | null }

/** What is typed of a project and not sent. */
export type ProjectDraft = { name: string; notes: string }

export const isProjectDraft = (kept: unknown): kept is ProjectDraft =>
  typeof kept === 'object' && kept !== null && 'name' in kept && 'notes' in kept

/**
 * The form for a new project. It is sent only with a name, and a refusal keeps every word that was typed.
 * Done, it gives the project.
 */
export const projectCreateMachine = setup({
  types: {
    /** What was typed before, when it was not sent. */
    input: {} as { draft: ProjectDraft | null },
    context: {} as { name: string; notes: string; failure: string | null; project: Project | null },
    events: {} as
      | { type: 'name.changed'; name: string }
      | { type: 'notes.changed'; notes: string }
      | { type: 'form.submitted' },
    output: {} as Project | null,
    tags: {} as 'busy',
  },
  actors: {
    createProject: notProvided<Project, NewProject>('createProject'),
  },
  guards: {
    hasName: ({ context }) => context.name.trim() !== '',
  },
}).createMachine({
  id: 'projectCreate',
  context: ({ input }) => ({ name: '', notes: '', ...input.draft, failure: null, project: null }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'name.changed': { actions: assign({ name: ({ event }) => event.name }) },
        'notes.changed': { actions: assign({ notes: ({ event }) => event.notes }) },
        'form.submitted': { guard: 'hasName', target: 'creating', actions: assign({ failure: null }) },
      },
    },
    creating: {
      tags: 'busy',
      invoke: {
        src: 'createProject',
        input: ({ context }) => ({ name: context.name.trim(), notes: context.notes.trim() || null }),
        onDone: { target: 'created', actions: assign({ project: ({ event }) => event.output }) },
        onError: {
          target: 'editing',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'Failed to create project') }),
        },
      },
    },
    created: { type: 'final' },
  },
  output: ({ context }) => context.project,
})

type Snapshot = SnapshotFrom<typeof projectCreateMachine>

export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const formOf = (snapshot: Snapshot) => snapshot.context
/** Null when there is nothing to lose. */
export const draftOf = ({ status, context: { name, notes } }: Snapshot): ProjectDraft | null =>
  status === 'active' && (name !== '' || notes !== '') ? { name, notes } : null
