/** Where a notice leads. */
import type { components } from '../../openapi/generated/product'

type Notice = components['schemas']['Notice']
type Told = Pick<Notice, 'kind' | 'detail' | 'project_id' | 'file_id' | 'request_id'>

/** A tab of a project's page, with the file or the request that is open in it. */
export type NoticePlace = {
  projectId: string
  tab: 'files' | 'requests' | undefined
  search: { file?: string; request?: string }
}

/** Null if the person can no longer see the place. */
export function noticePlace(notice: Told): NoticePlace | null {
  const { kind, detail, project_id: projectId, file_id: file, request_id: request } = notice
  if (kind === 'membership') return detail === 'removed' ? null : { projectId, tab: undefined, search: {} }
  if (kind === 'delivery' || kind === 'request') {
    return { projectId, tab: 'requests', search: request === null ? {} : { request } }
  }
  return { projectId, tab: 'files', search: file === null ? {} : { file } }
}
