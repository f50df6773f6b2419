import type { components } from '../../openapi/generated/product'

type Problem = components['schemas']['Problem']
type PriceTable = components['schemas']['PriceTable']
type Project = components['schemas']['Project']

export type Reply<Data> = { response: Response } & ({ data?: Data; error?: never } | { data?: never; error: unknown })

/**
 * A call that did not succeed. `message` is the server's own, written for the person, and empty when there is none, so
 * that each caller's fall-back text can take its place. `status` is 0 when no answer came.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** The current table, when a checkout was refused because its prices are not. */
  readonly prices: PriceTable | undefined
  /** What is wrong with which field. */
  readonly errors: NonNullable<Problem['errors']>
  /** The project as it now is, when a change was refused because somebody else had changed it. */
  readonly project: Project | undefined

  constructor(status: number, problem?: Partial<Problem> & { prices?: PriceTable; project?: Project }) {
    super(problem?.message ?? '')
    this.status = status
    this.errors = problem?.errors ?? []
    this.prices = problem?.prices
    this.project = problem?.project
  }
}

/** The error for an answer's body, whatever that body is: a proxy's page has no problem document in it. */
export const apiErrorOf = (status: number, body: unknown) =>
  new ApiError(status, typeof body === 'object' && body !== null ? body : undefined)

/** The body of a good reply; an ApiError for any other, and for a call that got no answer. */
export async function unwrap<Data>(call: Promise<Reply<Data>>): Promise<Data> {
  let reply: Reply<Data>
  try {
    reply = await call
  } catch (cause) {
    throw Object.assign(new ApiError(0), { cause })
  }
  if (!reply.response.ok) throw apiErrorOf(reply.response.status, reply.error)
  return reply.data as Data
}
