/**
 * Who may do what: one row for each operation of the contract. The hook in access.ts enforces it before a route
 * runs, so that no route asks again, and the tests try every row with every kind of person.
 *
 * Roles are the token's; a role kept with a membership is a label. A project that a person cannot reach does not exist
 * for them (404); what they reach but may not do is refused (403).
 */
import type { components } from '../../openapi/generated/product'
import type { OperationId } from '../http/contract'
import type { Identity } from './bearer-token'

type Role = components['schemas']['Role']

/**
 * What the person needs to be to the project:
 * - reach: a member; or organization_admin or sysadmin, unless the project is private
 * - share: the same, and the project is not private
 * - lead: project_manager and a member; or organization_admin or sysadmin
 */
export type Need = 'reach' | 'share' | 'lead'

/**
 * By what a call names its project: its path, its body, its query (where it may be left out), a file's or request's id.
 * A kept file may be one that was deleted and that a request still needs.
 */
export type Naming = 'path' | 'body' | 'query' | 'file' | 'kept-file' | 'request'

export type Rule = { for: 'anyone' } | { for: 'signed-in' } | { for: 'project'; by: Naming; need: Need }

const anyone = { for: 'anyone' } as const
const signedIn = { for: 'signed-in' } as const
const project = <const By extends Naming, const N extends Need>(by: By, need: N) =>
  ({ for: 'project', by, need }) as const

export const policy = {
  getHealth: anyone,
  sendContactMessage: anyone,
  sendContactForm: anyone,
  getPrices: anyone,
  getToolKeys: anyone,
  // The link's token, or the provider's signature, is the proof.
  downloadSharedFile: anyone,
  unlockSharedFile: anyone,
  downloadAddressedFile: anyone,
  receivePaymentEvent: anyone,

  getMe: signedIn,
  listFileTypes: signedIn,
  issueToolToken: signedIn,
  createProject: signedIn,
  // Lists hold what the person reaches; see visibleTo in projects/store.ts.
  listProjects: signedIn,
  listProjectsForRequest: signedIn,
  listSimulationRequests: project('query', 'reach'),

  updateProject: project('path', 'reach'),
  previewDeletion: project('path', 'lead'),
  deleteProject: project('path', 'lead'),
  listFiles: project('path', 'reach'),
  listFilesForRequest: project('path', 'reach'),
  uploadFiles: project('path', 'reach'),
  // Of an upload that is begun, its sender alone knows; see transfers/resumable-uploads.ts.
  beginUpload: project('path', 'reach'),
  findUpload: project('path', 'reach'),
  continueUpload: project('path', 'reach'),
  cancelUpload: project('path', 'reach'),
  getFilesSize: project('path', 'reach'),
  exportInputsZip: project('path', 'reach'),
  exportInputsCsv: project('path', 'reach'),

  downloadFile: project('kept-file', 'reach'),
  downloadProjectFile: project('kept-file', 'reach'),
  addressFile: project('kept-file', 'reach'),
  deleteFile: project('file', 'reach'),
  changeFileType: project('file', 'reach'),
  listShares: project('file', 'reach'),
  shareFile: project('file', 'share'),
  revokeShare: project('file', 'reach'),

  listMembers: project('path', 'reach'),
  removeMember: project('path', 'lead'),
  // Which role, see mayInviteAs; another role for a member is for administrators alone.
  assignRole: project('body', 'lead'),

  startCheckout: project('body', 'reach'),
  resumeCheckout: project('request', 'reach'),
  cancelSimulationRequest: project('request', 'reach'),
  getSimulationRequest: project('request', 'reach'),
} as const satisfies Record<OperationId, Rule>

export const isAdministrator = ({ roles }: Pick<Identity, 'roles'>) =>
  roles.includes('organization_admin') || roles.includes('sysadmin')

/** Whether somebody who may invite members may invite one with this role: a project manager gives no more than their own. */
export const mayInviteAs = (person: Pick<Identity, 'roles'>, role: Role) =>
  isAdministrator(person) || role === 'user' || role === 'project_manager'

/** `hidden` is answered as if there were no such project, `refused` with the reason. */
export type Verdict = 'allowed' | 'hidden' | { refused: string }

/** Weighs a person's standing in a project against what an operation needs. */
export function decide(need: Need, person: Pick<Identity, 'roles'>, standing: Standing): Verdict {
  const administrator = isAdministrator(person)
  if (!standing.isMember && (standing.isPrivate || !administrator)) return 'hidden'
  switch (need) {
    case 'reach':
      return 'allowed'
    case 'share':
      return standing.isPrivate ? { refused: 'A private project has no share links. Make it public first.' } : 'allowed'
    case 'lead':
      return administrator || person.roles.includes('project_manager')
        ? 'allowed'
        : { refused: 'This needs the role project_manager, organization_admin or sysadmin.' }
  }
}

export type Standing = { isMember: boolean; isPrivate: boolean }
