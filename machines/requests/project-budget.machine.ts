import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { messageOr } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import { budgetIn, budgetMistake, type ProjectBudget } from '../wizard/rows/budget-use'

/** A budget as sent to the API. `from` is the budget that the page showed. */
export type SentBudget = { projectId: string; budget: number | null; from: number | null }

/**
 * The budget of a project for simulation requests, on the project's page. A new budget is sent together with the one
 * that the page showed when the form was opened, so that no one else's change is overwritten unseen. After a failure,
 * the current budget is loaded and shown, and the next attempt is sent together with that one.
 */
export const projectBudgetMachine = setup({
  types: {
    input: {} as { projectId: string },
    context: {} as {
      projectId: string
      budget: ProjectBudget | null
      text: string
      /** The budget that was shown when the form was opened, or after a failure. */
      from: number | null
      /** The mistake in the text, if any. */
      mistake: string | null
      /** Why the budget could not be loaded or saved. */
      failure: string | null
    },
    events: {} as
      | { type: 'budget.retry' }
      /** A request or the project has changed. */
      | { type: 'budget.outdated' }
      | { type: 'budget.begun' }
      | { type: 'budget.left' }
      | { type: 'budget.typed'; text: string }
      | { type: 'budget.saved' },
    tags: {} as 'open',
  },
  actors: {
    load: placeholderActor<ProjectBudget, { projectId: string }>('load'),
    save: placeholderActor<ProjectBudget, SentBudget>('save'),
    /** Reports budget.outdated. */
    followChanges: placeholderCallback<{ projectId: string }>('followChanges'),
  },
  guards: {
    isPossible: ({ context }) => budgetMistake(context.text) === null,
  },
}).createMachine({
  id: 'projectBudget',
  context: ({ input }) => ({ ...input, budget: null, text: '', from: null, mistake: null, failure: null }),
  invoke: { src: 'followChanges', input: ({ context: { projectId } }) => ({ projectId }) },
  initial: 'loading',
  states: {
    loading: {
      on: { 'budget.outdated': { target: 'loading', reenter: true } },
      invoke: {
        src: 'load',
        input: ({ context: { projectId } }) => ({ projectId }),
        onDone: { target: 'shown', actions: assign({ budget: ({ event }) => event.output, failure: null }) },
        onError: {
          target: 'failed',
          actions: assign({ failure: messageOr('The budget could not be loaded.') }),
        },
      },
    },
    failed: { on: { 'budget.retry': 'loading', 'budget.outdated': 'loading' } },
    shown: {
      on: {
        'budget.outdated': 'loading',
        'budget.begun': {
          target: 'typing',
          actions: assign(({ context: { budget } }) => ({
            text: budget?.budget?.toString() ?? '',
            from: budget?.budget ?? null,
            mistake: null,
            failure: null,
          })),
        },
      },
    },
    typing: {
      tags: 'open',
      on: {
        'budget.typed': { actions: assign({ text: ({ event }) => event.text, mistake: null }) },
        'budget.saved': [
          { guard: 'isPossible', target: 'saving', actions: assign({ failure: null }) },
          { actions: assign({ mistake: ({ context }) => budgetMistake(context.text) }) },
        ],
        // The budget is loaded again, because changes are not followed while the form is open.
        'budget.left': 'loading',
      },
    },
    saving: {
      tags: 'open',
      invoke: {
        src: 'save',
        input: ({ context: { projectId, text, from } }) => ({ projectId, budget: budgetIn(text), from }),
        onDone: { target: 'shown', actions: assign({ budget: ({ event }) => event.output }) },
        onError: {
          target: 'checking',
          actions: assign({ failure: messageOr('The budget could not be saved. Please try again.') }),
        },
      },
    },
    /** Loads the current budget. Someone else's change can be replaced once the user has seen it. */
    checking: {
      tags: 'open',
      invoke: {
        src: 'load',
        input: ({ context: { projectId } }) => ({ projectId }),
        onDone: {
          target: 'typing',
          actions: assign(({ event: { output } }) => ({ budget: output, from: output.budget })),
        },
        onError: 'typing',
      },
    },
  },
})

export type ProjectBudgetActor = ActorRefFrom<typeof projectBudgetMachine>
type Snapshot = SnapshotFrom<typeof projectBudgetMachine>

/** The budget, which stays visible while it is loaded again. Null before it is first loaded. */
export const budgetOf = ({ context }: Snapshot) => context.budget
export const hasBudgetFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const isBudgetOpen = (snapshot: Snapshot) => snapshot.hasTag('open')
export const isSavingBudget = (snapshot: Snapshot) => snapshot.matches('saving') || snapshot.matches('checking')
export const canChangeBudget = (snapshot: Snapshot) => snapshot.can({ type: 'budget.begun' })
export const budgetTextOf = ({ context }: Snapshot) => context.text
export const budgetMistakeOf = ({ context }: Snapshot) => context.mistake
export const budgetFailureOf = ({ context }: Snapshot) => context.failure
