import type { components } from '../../openapi/generated/product'

type Problem = components['schemas']['Problem']
type PriceTable = components['schemas']['PriceTable']
type Project = components['schemas']['Project']

export type Reply<Data> = { response: Response } & ({ data?: Data; error?: never } | { data?: never; error: unknown })

/**
 * A failed API call. `message` is a message for the user, usually the server's, or empty, in which case each caller
 * shows its fallback text. `status` is 0 if there was no response.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** The current price table, if a checkout was rejected because of outdated prices. */
  readonly prices: PriceTable | undefined
  /** Validation errors by field. */
  readonly errors: NonNullable<Problem['errors']>
  /** The current project, if an update was rejected because of a concurrent change. */
  readonly project: Project | undefined

  constructor(status: number, problem?: Partial<Problem> & { prices?: PriceTable; project?: Project }) {
    super(problem?.message ?? '')
    this.status = status
    this.errors = problem?.errors ?? []
    this.prices = problem?.prices
    this.project = problem?.project
  }
}

/**
 * Creates the error for a response. The body can be anything: a proxy's error page, for example, is not a problem
 * document.
 */
export const apiErrorOf = (status: number, body: unknown) => new ApiError(status, body ?? undefined)

/** Whether a 401 states that the user deleted their data after the token was issued. */
export const saysDeleted = (headers: Headers) => headers.get('www-authenticate')?.includes('data deleted') === true

/** Resolves with the body of a successful reply. Otherwise, or if there was no response, rejects with an ApiError. */
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
