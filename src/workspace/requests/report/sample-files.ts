import type { ProjectFile } from '../../../../machines/files/file-order'
import { publicReport, publicRequest } from './public-sample'

/** The networks of the sample report, in the form in which a project's files are listed. */
export const listedFiles: ProjectFile[] = publicReport.files.map((file) => ({
  ...file,
  project_id: publicRequest.project_id,
  folderId: 'reports',
  fileType: 'report',
  modified_at: publicRequest.created,
  uploaded_at: publicRequest.created,
  metadata: { file_type: 'report' },
}))

/** The URL at which the site serves a file of the sample. */
export const addressOf = (id: string): string => {
  const file = [...publicReport.files, publicRequest.layout].find((one) => one.id === id)
  if (!file) throw new Error(`The sample has no file ${id}.`)
  return `/${file.name}`
}
