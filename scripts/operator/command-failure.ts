/** How the operator's commands end when they cannot be run. */
import { ConfigError } from '../../server/config'
import { FolderInUse } from '../../server/database/lock'

/** The command cannot be run. The message contains the reason. */
export class Refused extends Error {
  override name = 'Refused'
}

type ErrorClass = abstract new (...args: never[]) => Error

/**
 * Ends a failed command with exit code 1. For a refusal, which includes errors of the classes in `others`, only the
 * message is printed; other errors are printed with all their details.
 */
export const endWith =
  (...others: ErrorClass[]) =>
  (error: unknown): void => {
    const refusals: ErrorClass[] = [ConfigError, FolderInUse, Refused, ...others]
    const refusal = error instanceof Error && refusals.some((kind) => error instanceof kind) ? error.message : null
    console.error(refusal ?? error)
    process.exitCode = 1
  }
