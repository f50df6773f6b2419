import { createContext } from 'react'

import type { ProjectFile } from '../../../machines/files/file-order'

/** The files of the project that the page lists beside the preview, kept up to date; empty if it lists none. */
export const ListedFilesContext = createContext<ProjectFile[]>([])
