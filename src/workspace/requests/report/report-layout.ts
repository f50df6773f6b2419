import type { ProjectFile } from '../../../../machines/files/file-order'
import type { SimulationRequest } from '../../../../machines/requests/payment-return.machine'

/** The layout of a request, as the files of a project are listed. */
export const layoutFileOf = ({ layout, project_id, created }: SimulationRequest): ProjectFile => ({
  ...layout,
  project_id,
  folderId: 'inputs',
  fileType: 'layout',
  modified_at: created,
  uploaded_at: created,
  metadata: { file_type: 'layout' },
})
