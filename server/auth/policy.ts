/**
 * The access policy: one entry per operation of the contract. The hooks in access.ts enforce it before a route runs, so
 * routes check access themselves only where a comment below says so. The tests try every entry with every kind of user.
 *
 * Roles come from the token; the role stored with a membership is only a label. A project that a user cannot access is
 * reported as missing (404); an operation that is not permitted on an accessible project is refused (403).
 */
import { isAdministrator, isLeader } from '../../machines/projects/role-rights'
import type { OperationId } from '../http/contract'
import type { Identity } from './bearer-token'

/**
 * The access to a project that an operation requires:
 * - reach: a member, or organization_admin or sysadmin unless the project is private
 * - share: the same as `reach`, and the project is not private
 * - lead: a member with the role project_manager, or `reach` with the role organization_admin or sysadmin
 * - administer: the same as `reach`, with the role organization_admin or sysadmin
 */
export type Need = 'reach' | 'share' | 'lead' | 'administer'

/**
 * How a call identifies its project: in its path, its body, its query (where it is optional), or by the id of a file,
 * request or comment. A `kept-file` may be an earlier revision, or a deleted file that a request still needs. A
 * `kept-request` that was paid can be read by the person who ordered it, even if its project was deleted. With
 * `deleted-path` and `deleted-file`, the project or file may have been deleted a moment ago.
 */
export type Naming =
  | 'path'
  | 'deleted-path'
  | 'body'
  | 'query'
  | 'file'
  | 'kept-file'
  | 'deleted-file'
  | 'request'
  | 'kept-request'
  | 'comment'

/**
 * `staff` is for the company's employees. Unless `by` is `nothing`, the call refers to a message of the contact form or
 * to a request that a customer has submitted. A paid request also gives access to its project: to read the ordered
 * files, and to change the storage limit.
 */
export type Rule =
  | { for: 'anyone' }
  | { for: 'signed-in' }
  | { for: 'staff'; by: 'nothing' | 'request' | 'paid-request' | 'contact-message' }
  | { for: 'project'; by: Naming; need: Need }

const anyone = { for: 'anyone' } as const
const signedIn = { for: 'signed-in' } as const
const staff = <const By extends Extract<Rule, { for: 'staff' }>['by']>(by: By) => ({ for: 'staff', by }) as const
const project = <const By extends Naming, const N extends Need>(by: By, need: N) =>
  ({ for: 'project', by, need }) as const

export const policy = {
  getHealth: anyone,
  sendContactMessage: anyone,
  sendContactForm: anyone,
  getPrices: anyone,
  getNews: anyone,
  getToolKeys: anyone,
  // Authorized by the link's token, the signed URL or the payment provider's signature.
  downloadSharedFile: anyone,
  unlockSharedFile: anyone,
  downloadAddressedFile: anyone,
  receivePaymentEvent: anyone,

  getMe: signedIn,
  // Both apply only to the caller's own data.
  exportMe: signedIn,
  deleteMe: signedIn,
  // Returns only the details of the caller.
  getBillingDetails: signedIn,
  // Each event is sent only to those who can access its project; see live/live-hub.ts.
  followChanges: signedIn,
  // All four apply only to the caller's own notices.
  listNotices: signedIn,
  readNotices: signedIn,
  getNoticeSettings: signedIn,
  changeNoticeSettings: signedIn,
  listFileTypes: signedIn,
  issueToolToken: signedIn,
  createProject: signedIn,
  // Each user opens a sample project of their own.
  openSampleProject: signedIn,
  // Lists contain only the projects that the user can access; see visibleTo in projects/store.ts.
  listProjects: signedIn,
  listProjectsForRequest: signedIn,
  searchFiles: signedIn,
  listSimulationRequests: project('query', 'reach'),

  updateProject: project('path', 'reach'),
  getProjectBudget: project('path', 'reach'),
  setProjectBudget: project('path', 'lead'),
  previewDeletion: project('path', 'lead'),
  deleteProject: project('path', 'lead'),
  restoreProject: project('deleted-path', 'lead'),
  listFiles: project('path', 'reach'),
  listFilesForRequest: project('path', 'reach'),
  uploadFiles: project('path', 'reach'),
  // A started upload is visible only to its sender; see transfers/resumable-uploads.ts.
  beginUpload: project('path', 'reach'),
  findUpload: project('path', 'reach'),
  continueUpload: project('path', 'reach'),
  cancelUpload: project('path', 'reach'),
  getFilesSize: project('path', 'reach'),
  exportInputsZip: project('path', 'reach'),
  exportInputsCsv: project('path', 'reach'),

  downloadFile: project('kept-file', 'reach'),
  downloadProjectFile: project('kept-file', 'reach'),
  createDownloadUrl: project('kept-file', 'reach'),
  listRevisions: project('kept-file', 'reach'),
  changeRevision: project('kept-file', 'reach'),
  deleteRevision: project('kept-file', 'reach'),
  restoreRevision: project('kept-file', 'reach'),
  deleteFile: project('file', 'reach'),
  restoreFile: project('deleted-file', 'reach'),
  changeFileType: project('file', 'reach'),
  getThumbnail: project('file', 'reach'),
  storeThumbnail: project('file', 'reach'),
  seeFile: project('file', 'reach'),
  listComments: project('file', 'reach'),
  addComment: project('file', 'reach'),
  replyToComment: project('comment', 'reach'),
  resolveComment: project('comment', 'reach'),
  // Only the author of a comment may change or delete it; see comments/routes.ts.
  changeComment: project('comment', 'reach'),
  deleteComment: project('comment', 'reach'),
  listShares: project('file', 'reach'),
  shareFile: project('file', 'share'),
  revokeShare: project('file', 'reach'),

  listActivity: project('path', 'reach'),
  exportActivityCsv: project('path', 'administer'),

  listMembers: project('path', 'reach'),
  removeMember: project('path', 'lead'),
  // mayInviteAs limits the role. Only administrators can change the role of an existing member.
  assignRole: project('body', 'lead'),
  listInvitations: project('path', 'lead'),
  // mayInviteAs limits the role here, too.
  inviteMember: project('path', 'lead'),
  resendInvitation: project('path', 'lead'),
  revokeInvitation: project('path', 'lead'),
  // Authorized by the token and the e-mail address of the invitation; see sharing/invitations.ts.
  acceptInvitation: signedIn,

  // The draft belongs to the caller; see requests/draft-store.ts.
  getRequestDraft: project('path', 'reach'),
  saveRequestDraft: project('path', 'reach'),
  deleteRequestDraft: project('path', 'reach'),
  getLatestRequestDraft: signedIn,
  startCheckout: project('body', 'reach'),
  resumeCheckout: project('request', 'reach'),
  cancelSimulationRequest: project('request', 'reach'),
  getSimulationRequest: project('kept-request', 'reach'),
  getRequestReport: project('request', 'reach'),
  listRequestMessages: project('request', 'reach'),
  addRequestMessage: project('request', 'reach'),
  addRequestAttachment: project('request', 'reach'),
  // Serves only the files of that request; see requests/request-files.ts.
  downloadRequestFile: project('request', 'reach'),

  // The staff work on the requests of all customers. They can read only the files of paid requests; see
  // staff/routes.ts.
  listStaffRequests: staff('nothing'),
  getStaffRequest: staff('request'),
  assignStaffRequest: staff('request'),
  startStaffRequest: staff('request'),
  // The members of the project see the change in the project's activity.
  changeStorageLimit: staff('paid-request'),
  changeStaffNotes: staff('request'),
  changeStaffChecklist: staff('request'),
  listStaffMessages: staff('request'),
  addStaffMessage: staff('request'),
  addStaffAttachment: staff('request'),
  exportStaffFiles: staff('paid-request'),
  // Serves only the files of that request; see filesOfRequest in requests/request-files.ts.
  downloadStaffFile: staff('paid-request'),
  getStaffReport: staff('paid-request'),
  deliverStaffRequest: staff('request'),
  cancelStaffRequest: staff('request'),
  refundStaffRequest: staff('request'),
  listContactMessages: staff('nothing'),
  getContactMessage: staff('contact-message'),
  assignContactMessage: staff('contact-message'),
  closeContactMessage: staff('contact-message'),
  changeContactNotes: staff('contact-message'),
  answerContactMessage: staff('contact-message'),
  listPriceVersions: staff('nothing'),
  savePriceVersion: staff('nothing'),
  deletePriceVersion: staff('nothing'),
  listAccountingMonths: staff('nothing'),
  exportAccountingCsv: staff('nothing'),
  listCustomers: staff('nothing'),
  getCustomer: staff('nothing'),
  // For private projects, these return only activity about paid requests; see staff/activity.ts.
  listStaffActivity: staff('nothing'),
  exportStaffActivityCsv: staff('nothing'),
  listFailedJobs: staff('nothing'),
  retryFailedJob: staff('nothing'),
  discardFailedJob: staff('nothing'),
  listStaffNews: staff('nothing'),
  saveStaffNews: staff('nothing'),
  deleteStaffNews: staff('nothing'),
  previewStaffNews: staff('nothing'),
  listStaffPublications: staff('nothing'),
  saveStaffPublication: staff('nothing'),
  deleteStaffPublication: staff('nothing'),
} as const satisfies Record<OperationId, Rule>

/** `hidden`: the response is the same as if the project did not exist. `refused`: the response gives the reason. */
export type Verdict = 'allowed' | 'hidden' | { refused: string }

/** Decides whether a user's standing in a project is sufficient for an operation. */
export function decide(need: Need, person: Pick<Identity, 'roles'>, standing: Standing): Verdict {
  if (!standing.isMember && (standing.isPrivate || !isAdministrator(person.roles))) return 'hidden'
  switch (need) {
    case 'reach':
      return 'allowed'
    case 'share':
      return standing.isPrivate
        ? { refused: 'A private project cannot have share links. Clear “Private project” first, then try again.' }
        : 'allowed'
    case 'lead':
      return isLeader(person.roles)
        ? 'allowed'
        : { refused: 'This requires the project_manager, organization_admin or sysadmin role.' }
    case 'administer':
      return isAdministrator(person.roles)
        ? 'allowed'
        : { refused: 'This requires the organization_admin or sysadmin role.' }
  }
}

export type Standing = { isMember: boolean; isPrivate: boolean }
