/**
 * Whether the page at a path has the workspace's header: a page of the workspace or of the staff's part of the site.
 */
export const isSignedInPath = (path: string) => /^\/(workspace|staff)(\/|$)/.test(path)

export const isWorkspacePath = (path: string) => path === '/workspace' || path.startsWith('/workspace/')
