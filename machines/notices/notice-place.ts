/** The places that notices link to. */
import type { components } from '../../openapi/generated/product'

type Notice = components['schemas']['Notice']
type Told = Pick<Notice, 'kind' | 'detail' | 'project_id' | 'file_id' | 'request_id'>

/**
 * A tab of a project's page with the file that is open in it, the page of a request, or the staff's page about a
 * request.
 */
export type NoticePlace =
  | { projectId: string; tab: 'files' | 'requests' | 'members' | undefined; search: { file?: string } }
  | { requestId: string }
  | { staffRequestId: string }

/** The place that a notice links to. Null if there is none, or if the person can no longer see it. */
export function noticePlace(notice: Told): NoticePlace | null {
  const { kind, detail, project_id: projectId, file_id: file, request_id: request } = notice
  if (projectId === null) return request === null ? null : { staffRequestId: request }
  if (kind === 'membership') return detail === 'removed' ? null : { projectId, tab: undefined, search: {} }
  if (kind === 'invitation') return { projectId, tab: 'members', search: {} }
  if (kind === 'delivery' || kind === 'request' || kind === 'message') {
    return request === null ? { projectId, tab: 'requests', search: {} } : { requestId: request }
  }
  return { projectId, tab: 'files', search: file === null ? {} : { file } }
}
