import { and, assign, emit, not, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import type { Project } from './project-list'
import { emptyName, isNameTaken, lengthProblem, nameProblem, nameTaken } from './project-name'
import type { PresenceEvent, PresenceInput, ProjectsBeside } from './project-presence'

/** The fields of a project that users can change. */
export type ProjectFields = { name: string; notes: string; type: string; isPrivate: boolean }

/** A change as sent to the API, with the version that it is based on. */
export type ProjectChange = {
  id: string
  version: number
  fields: { name: string; notes: string | null; type: string; isPrivate: boolean }
}

/** The saved project; or the version that another user has saved in the meantime, in which case nothing was saved. */
export type SaveAnswer = { saved: Project } | { stale: Project }

/** The unsaved input, with the version of the project that it is based on. */
export type EditDraft = { project: Project; fields: ProjectFields }

export const isEditDraft = (kept: unknown): kept is EditDraft =>
  typeof kept === 'object' && kept !== null && 'project' in kept && 'fields' in kept

const fieldsOf = ({ name, notes, type, isPrivate }: Project): ProjectFields => ({
  name,
  notes: notes ?? '',
  type,
  isPrivate,
})

const trimmed = ({ name, notes, type, isPrivate }: ProjectFields) => ({
  name: name.trim(),
  notes: notes.trim() || null,
  type,
  isPrivate,
})

/** The fields whose values differ from the project's. */
const differing = (fields: ProjectFields, project: Project) => {
  const typed = trimmed(fields)
  return (['name', 'notes', 'type', 'isPrivate'] as const).filter((field) => typed[field] !== project[field])
}

type Context = {
  projects: ProjectsBeside
  project: Project
  fields: ProjectFields
  otherNames: string[]
  failure: string | null
  /**
   * The fields that another user has changed since the version on which the input was based. A notice shows their
   * current values.
   */
  changedElsewhere: (keyof ProjectFields)[]
}

/**
 * The names that are not allowed. A project that has had the same name as another one since before names had to be
 * unique may keep it.
 */
const takenNames = ({ project, fields, otherNames }: Context) =>
  isNameTaken(fields.name, [project.name]) ? [] : otherNames

/**
 * Applies another user's changes, except to fields that this user has changed too: they keep the typed input, and the
 * user has to decide.
 */
const merge = (
  { project, fields, changedElsewhere = [] }: EditDraft & Partial<Pick<Context, 'changedElsewhere'>>,
  current: Project,
) => {
  const mine = differing(fields, project)
  const theirs = differing(fieldsOf(project), current)
  const kept = Object.fromEntries(mine.map((field) => [field, fields[field]]))
  return {
    project: current,
    fields: { ...fieldsOf(current), ...kept },
    changedElsewhere: [...new Set([...changedElsewhere, ...theirs])],
    failure: null,
  }
}

const presenceInput = ({ context: { project, projects } }: { context: Context }) => ({
  projectId: project.id,
  projects,
})

/**
 * The form for editing a project. It is saved only if something changed and the name is valid. It never overwrites
 * another user's change that has not been shown: the form first shows that change, preserves the input, and requires
 * the user to save again. If the project disappears, the input stays readable, although it can no longer be saved.
 */
export const projectEditMachine = setup({
  types: {
    input: {} as { project: Project; otherNames: string[]; draft: EditDraft | null; projects: ProjectsBeside },
    context: {} as Context,
    events: {} as
      | { type: 'field.changed'; fields: Partial<ProjectFields> }
      | { type: 'theirs.taken' }
      | { type: 'form.submitted' }
      | PresenceEvent,
    emitted: {} as
      /** The API returned the project: saved, or changed by another user. */
      { type: 'project.known'; project: Project } | { type: 'project.saved' },
    tags: {} as 'busy',
  },
  actors: {
    saveProject: placeholderActor<SaveAnswer, ProjectChange>('saveProject'),
    followPresence: placeholderCallback<PresenceInput>('followPresence'),
  },
  actions: {
    emitKnown: emit((_, project: Project) => ({ type: 'project.known' as const, project })),
  },
  guards: {
    isChanged: ({ context }) => differing(context.fields, context.project).length > 0,
    isNameRight: ({ context: { fields } }) => fields.name.trim() !== '' && lengthProblem(fields.name) === null,
    isTaken: ({ context }) => isNameTaken(context.fields.name, takenNames(context)),
  },
}).createMachine({
  id: 'projectEdit',
  context: ({ input: { project, otherNames, draft, projects } }) => ({
    otherNames,
    projects,
    ...merge(draft ?? { project, fields: fieldsOf(project) }, project),
  }),
  initial: 'editing',
  states: {
    editing: {
      invoke: { src: 'followPresence', input: presenceInput },
      on: {
        'project.lost': 'lost',
        'field.changed': {
          actions: assign({ fields: ({ context, event }) => ({ ...context.fields, ...event.fields }), failure: null }),
        },
        'theirs.taken': {
          actions: assign({ fields: ({ context }) => fieldsOf(context.project), changedElsewhere: [], failure: null }),
        },
        'form.submitted': [
          {
            guard: and(['isChanged', 'isNameRight', not('isTaken')]),
            target: 'saving',
            actions: assign({ failure: null }),
          },
          {
            guard: and(['isChanged', 'isTaken']),
            actions: assign({ failure: nameTaken }),
          },
        ],
      },
    },
    lost: {
      invoke: { src: 'followPresence', input: presenceInput },
      on: { 'project.found': 'editing' },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'saveProject',
        input: ({ context: { project, fields } }) => ({
          id: project.id,
          version: project.version,
          fields: trimmed(fields),
        }),
        onDone: [
          {
            guard: ({ event }) => 'saved' in event.output,
            target: 'saved',
            actions: [
              { type: 'emitKnown', params: ({ event }) => known(event.output) },
              emit({ type: 'project.saved' as const }),
            ],
          },
          {
            target: 'editing',
            actions: [
              assign(({ context, event }) => merge(context, known(event.output))),
              { type: 'emitKnown', params: ({ event }) => known(event.output) },
            ],
          },
        ],
        onError: {
          target: 'editing',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'Failed to update project') }),
        },
      },
    },
    saved: { type: 'final' },
  },
})

const known = (answer: SaveAnswer) => ('saved' in answer ? answer.saved : answer.stale)

type Snapshot = SnapshotFrom<typeof projectEditMachine>

export const isLost = (snapshot: Snapshot) => snapshot.matches('lost')
export const isEditBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const canSave = (snapshot: Snapshot) => snapshot.can({ type: 'form.submitted' })
export const fieldsIn = (snapshot: Snapshot) => snapshot.context.fields
export const editFailureOf = (snapshot: Snapshot) => snapshot.context.failure
/** The project as last received from the API. */
export const projectOf = (snapshot: Snapshot) => snapshot.context.project
export const changedElsewhereOf = (snapshot: Snapshot) => snapshot.context.changedElsewhere

/** The message below the current name, or null if the name is valid. */
export function nameProblemOf({ context }: Snapshot): string | null {
  const { name } = context.fields
  return name.trim() === '' ? emptyName : nameProblem(name, takenNames(context))
}

/** The unsaved input; null if nothing was changed. */
export const draftOf = ({ status, context: { project, fields } }: Snapshot): EditDraft | null =>
  status === 'active' && differing(fields, project).length > 0 ? { project, fields } : null
