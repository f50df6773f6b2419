import { useState } from 'react'

import type { Project } from '../../../machines/projects/project-list'

/**
 * A project as the list contains it, or contained it last: its page and its dialogs stay open if it disappears, so that
 * unsaved input and uploads remain visible. Undefined if it has not been listed.
 */
export function useLastListed(list: Project[], id: string | undefined): Project | undefined {
  const listed = list.find((project) => project.id === id)
  const [lastListed, setLastListed] = useState(listed)
  if (listed && listed !== lastListed) setLastListed(listed)
  return listed ?? (lastListed?.id === id ? lastListed : undefined)
}
