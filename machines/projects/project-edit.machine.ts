import { and, assign, not, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import { isNameTaken, lengthProblem, nameProblem, nameTaken, type Project } from './project-list'

/** What people may change of a project. */
export type ProjectFields = { name: string; notes: string; type: string; isPrivate: boolean }

/** A change as it is sent: made over the version that its maker has seen. */
export type ProjectChange = {
  id: string
  version: number
  fields: { name: string; notes: string | null; type: string; isPrivate: boolean }
}

/** The project as saved; or as somebody else has made it meanwhile, when nothing was saved for that reason. */
export type SaveAnswer = { saved: Project } | { stale: Project }

/** What is typed and not saved, with the project as it was when it was typed. */
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

/** Which of the fields are not as the project has them. */
const differing = (fields: ProjectFields, project: Project) => {
  const typed = trimmed(fields)
  return (['name', 'notes', 'type', 'isPrivate'] as const).filter((field) => typed[field] !== project[field])
}

type Context = {
  project: Project
  fields: ProjectFields
  otherNames: string[]
  failure: string | null
  /** What somebody else has changed since the form was opened: the project's words for it are shown. */
  changedElsewhere: (keyof ProjectFields)[]
  saved: Project | null
}

/** The names that it may not have. A name that it shares already, from before names were unique, it may keep. */
const namesAgainst = ({ project, fields, otherNames }: Context) =>
  isNameTaken(fields.name, [project.name]) ? [] : otherNames

/** Takes over what somebody else has changed, but for what was changed here too: that stays, and is asked about. */
const merge = ({ project, fields }: EditDraft, current: Project) => {
  const mine = differing(fields, project)
  const theirs = differing(fieldsOf(project), current)
  const kept = Object.fromEntries(mine.map((field) => [field, fields[field]]))
  return { project: current, fields: { ...fieldsOf(current), ...kept }, changedElsewhere: theirs, failure: null }
}

/**
 * The form that changes a project. Saved only when something changed and the name is right; never over a change of
 * somebody else that was not seen: then their change is shown, what was typed stays, and Save has to be pressed again.
 */
export const projectEditMachine = setup({
  types: {
    input: {} as { project: Project; otherNames: string[]; draft: EditDraft | null },
    context: {} as Context,
    events: {} as
      | { type: 'field.changed'; fields: Partial<ProjectFields> }
      | { type: 'theirs.taken' }
      | { type: 'form.submitted' },
    output: {} as Project | null,
    tags: {} as 'busy',
  },
  actors: {
    saveProject: placeholderActor<SaveAnswer, ProjectChange>('saveProject'),
  },
  guards: {
    isChanged: ({ context }) => differing(context.fields, context.project).length > 0,
    isNameRight: ({ context: { fields } }) => fields.name.trim() !== '' && lengthProblem(fields.name) === null,
    isTaken: ({ context }) => isNameTaken(context.fields.name, namesAgainst(context)),
  },
}).createMachine({
  id: 'projectEdit',
  context: ({ input: { project, otherNames, draft } }) => ({
    otherNames,
    saved: null,
    ...merge(draft ?? { project, fields: fieldsOf(project) }, project),
  }),
  initial: 'editing',
  states: {
    editing: {
      on: {
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
            actions: assign({ saved: ({ event }) => ('saved' in event.output ? event.output.saved : null) }),
          },
          {
            target: 'editing',
            actions: assign(({ context, event }) =>
              'stale' in event.output ? merge(context, event.output.stale) : {},
            ),
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
  output: ({ context }) => context.saved,
})

type Snapshot = SnapshotFrom<typeof projectEditMachine>

export const isEditBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const canSave = (snapshot: Snapshot) => snapshot.can({ type: 'form.submitted' })
export const fieldsIn = (snapshot: Snapshot) => snapshot.context.fields
export const editFailureOf = (snapshot: Snapshot) => snapshot.context.failure
/** The project as the API last gave it. */
export const projectOf = (snapshot: Snapshot) => snapshot.context.project
export const changedElsewhereOf = (snapshot: Snapshot) => snapshot.context.changedElsewhere

/** What is wrong with the name as it stands, in the words that stand below it; null when nothing is. */
export function nameProblemOf({ context }: Snapshot): string | null {
  const { name } = context.fields
  return name.trim() === '' ? 'The project needs a name.' : nameProblem(name, namesAgainst(context))
}

/** Null when there is nothing to lose. */
export const draftOf = ({ status, context: { project, fields } }: Snapshot): EditDraft | null =>
  status === 'active' && differing(fields, project).length > 0 ? { project, fields } : null
