/** Whether a path shows the header of the workspace: in the workspace, or in the staff's part of the site. */
export const isSignedInPath = (path: string) => /^\/(workspace|staff)(\/|$)/.test(path)

/** Whether a path is in the workspace. */
export const isWorkspacePath = (path: string) => path === '/workspace' || path.startsWith('/workspace/')
