/** Whether a path is in the workspace. */
export const isWorkspacePath = (path: string) => path === '/workspace' || path.startsWith('/workspace/')
