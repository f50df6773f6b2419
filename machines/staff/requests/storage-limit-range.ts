import { MB } from '../../lib/file-size'

export const GB = 1024 * MB

/**
 * The highest storage limit that the staff can set for a project. A file that uses the whole limit still fits into the
 * 10,000 parts of 8 MB that an S3 server accepts. The contract has the same limit.
 */
export const MOST_STORAGE_GB = 64

/**
 * The range in whole GB from which the staff can choose: not less than the usual limit or the storage that the project
 * uses.
 */
export const storageRange = (usedBytes: number, usualBytes: number) => ({
  least_gb: Math.max(1, Math.ceil(Math.max(usedBytes, usualBytes) / GB)),
  most_gb: MOST_STORAGE_GB,
})

type Range = ReturnType<typeof storageRange>

/** The mistake in a typed limit; null if it can be sent. */
export const limitMistake = (text: string, { least_gb: least, most_gb: most }: Range): string | null =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
    ? null
    : `Enter a whole number from ${least} to ${most}.`
