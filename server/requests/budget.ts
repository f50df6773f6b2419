/**
 * The budget of a project for simulation requests: reports how much of it is used, sets it, and refuses orders that
 * exceed it.
 */
import { eq, sql } from 'drizzle-orm'

import { dollarText } from '../../machines/lib/dollars'
import type { components } from '../../openapi/generated/product'
import { recordActivity } from '../activity/record'
import type { AppServices, Handlers } from '../auth/route-context'
import type { Db } from '../database/database'
import { projects, simulationRequests as requests } from '../database/schema'
import { noSuchProject, Problem } from '../http/problem'
import { lockProject } from '../projects/store'
import { type Caller, lockPerson } from '../sharing/users'
import { chargedCents, type RequestRow } from './store'

type ProjectBudget = components['schemas']['ProjectBudget']

const CENTS = 100

/** The order would exceed the budget of its project. */
export class OverBudget extends Problem {
  override name = 'OverBudget'
}

export const budgetHandlers = ({ db }: AppServices) =>
  ({
    getProjectBudget: ({ project }) => budgetOf(db, project.id),
    setProjectBudget: ({ identity, project, body }) => setBudget(db, project.id, { ...body, by: identity }),
  }) satisfies Partial<Handlers>

/**
 * Returns a project's budget and how much of it is used. Only orders with an invoice count as spent, so neither trial
 * orders nor those of the sample project do. The amounts on open payment pages count as used too, since a payment on an
 * open page can no longer be refused.
 */
async function budgetOf(db: Db, projectId: string): Promise<ProjectBudget> {
  const sumOf = (cents: ReturnType<typeof sql>, which: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(${cents}) filter (where ${which}), 0)`.mapWith(Number)
  const [project] = await db.select({ budget: projects.budget }).from(projects).where(eq(projects.id, projectId))
  const [used] = await db
    .select({
      spent: sumOf(sql`${chargedCents()} - ${requests.refundedCents}`, sql`${requests.invoiceNumber} is not null`),
      open: sumOf(chargedCents(), sql`${requests.status} = 'awaiting payment' and not ${requests.isTrial}`),
    })
    .from(requests)
    .where(eq(requests.projectId, projectId))
  return { budget: project?.budget ?? null, spent_cents: used?.spent ?? 0, open_cents: used?.open ?? 0 }
}

type Order = Pick<RequestRow, 'projectId' | 'total' | 'tax' | 'isTrial'>

/**
 * Throws a 409 if an order exceeds the budget of its project. `counted` means that its amount is already among those on
 * open payment pages. Call it in the transaction that has locked the project, so that simultaneous orders are checked
 * one after the other.
 */
export async function refuseOverBudget(tx: Db, order: Order, state: 'new' | 'counted'): Promise<void> {
  if (order.isTrial) return
  const { budget, spent_cents: spent, open_cents: open } = await budgetOf(tx, order.projectId)
  if (budget === null) return
  const cents = order.total * CENTS + (order.tax?.cents ?? 0)
  const others = state === 'new' ? open : open - cents
  const left = budget * CENTS - spent - others
  if (cents <= left) return
  const held = others > 0 ? ` ${dollarText(others)} is reserved for unpaid requests; canceling them frees it.` : ''
  throw new OverBudget(
    409,
    `This order of ${dollarText(cents)} exceeds the project’s budget of ${dollarText(budget * CENTS)}, of which ` +
      `${dollarText(Math.max(0, left))} is left.${held} A project manager can raise the budget ` +
      'on the Requests tab of the project.',
  )
}

type Change = {
  budget: number | null
  /** The budget that the caller has seen. */
  from: number | null
  by: Caller
}

const budgetText = (budget: number | null) => (budget === null ? 'none' : dollarText(budget * CENTS))

/**
 * Sets the budget. The members see the change in the activity. A repeated call has no effect. Throws a 409 if the
 * budget has changed since the caller saw it.
 */
const setBudget = (db: Db, projectId: string, { budget, from, by: caller }: Change): Promise<ProjectBudget> =>
  db.transaction(async (tx) => {
    const by = await lockPerson(tx, caller)
    if (!(await lockProject(tx, projectId))) throw noSuchProject()
    const ofProject = eq(projects.id, projectId)
    const [project] = await tx.select({ name: projects.name, budget: projects.budget }).from(projects).where(ofProject)
    if (!project) throw noSuchProject()
    if (project.budget !== budget) {
      if (project.budget !== from) {
        throw new Problem(
          409,
          project.budget === null
            ? 'The budget was removed in the meantime. Please check whether a budget is still needed.'
            : `The budget was set to ${budgetText(project.budget)} in the meantime. Please check whether it still has to be changed.`,
        )
      }
      await tx.update(projects).set({ budget }).where(ofProject)
      const values = { before: budgetText(project.budget), after: budgetText(budget) }
      await recordActivity(tx, projectId, by, [{ kind: 'budget changed', subject: project.name, ...values }])
    }
    return budgetOf(tx, projectId)
  })
