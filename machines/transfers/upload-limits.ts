/** The limits on uploads, which the API enforces. A project's storage limit is in server/config.ts. */
/**
 * Maximum number of files in a project. Hidden files do not count: earlier revisions, attachments, and deleted files
 * that are kept for a request.
 */
export const MAX_PROJECT_FILES = 10_000

/** Maximum number of files in one multipart form. */
export const MAX_FORM_FILES = 200

/** Maximum number of unfinished uploads, per user, per project and in total. */
export const MAX_UNFINISHED = { own: 100, project: 300, all: 2000 }

/** After this time without new bytes, an unfinished upload is deleted. */
export const UNFINISHED_MS = 24 * 60 * 60 * 1000

/** After this time without new bytes, an unfinished upload may be dropped in favor of another one by the same user. */
export const REPLACEABLE_AFTER_MS = 60 * 60 * 1000
