import { createContext } from 'react'

import type { ProjectFile } from '../../../machines/files/file-order'

/** The files of the project beside the preview, which follow all changes; none if the page does not list them. */
export const ListedFilesContext = createContext<ProjectFile[]>([])
