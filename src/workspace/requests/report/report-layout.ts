import type { ProjectFile } from '../../../../machines/files/file-order'
import type { SimulationRequest } from '../../../../machines/requests/payment-return.machine'

/** The layout of a request, in the form in which a project's files are listed. */
export const layoutFileOf = ({ layout, project_id, created }: SimulationRequest): ProjectFile => ({
  ...layout,
  project_id,
  folderId: 'inputs',
  fileType: 'layout',
  modified_at: created,
  uploaded_at: created,
  metadata: { file_type: 'layout' },
})
