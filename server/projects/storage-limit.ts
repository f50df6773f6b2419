/** The storage limit of a project. All code that checks or shows a limit gets it from here. */

/** The configured limit of projects without a limit of their own. */
export type UsualLimit = { storageLimitBytes: number }

/** How much of its storage a project uses. Hidden files that only a request needs do not count. */
export type StorageUse = { usedBytes: number; limitBytes: number }

/**
 * A project's own limit applies only if it is higher than the usual one, which may have been raised after the project's
 * limit was set.
 */
export const limitOf = ({ storageLimitBytes: own }: { storageLimitBytes: number | null }, usual: UsualLimit): number =>
  Math.max(own ?? 0, usual.storageLimitBytes)
