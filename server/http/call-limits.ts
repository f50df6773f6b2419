/** Limits on the size and rate of calls. Upload limits are in machines/transfers/upload-limits.ts. */
import { MB } from '../../machines/lib/file-size'
import { MAX_FORM_FILES } from '../../machines/transfers/upload-limits'
import type { OperationId } from './contract'

export const MAX_JSON_BYTES = MB

/** For URL-encoded forms, such as the contact form. */
export const MAX_URL_ENCODED_BYTES = 64 * 1024

/** For multipart forms. The size of a file is limited by the project's storage instead. */
export const FORM_LIMITS = {
  files: MAX_FORM_FILES,
  fields: 20,
  parts: MAX_FORM_FILES + 20,
  fieldSize: 64 * 1024,
  fileSize: Number.MAX_SAFE_INTEGER,
}

/** The maximum number of contact messages per IP address and minute. */
export const CONTACTS_PER_MINUTE = 5

/** Limits for calls that are expensive or can be abused, per user, or per IP address if the caller is not signed in. */
export const CALLS_PER_MINUTE: Partial<Record<OperationId, number>> = {
  unlockSharedFile: 10,
  exportMe: 5,
  deleteMe: 5,
  openSampleProject: 10,
  saveRequestDraft: 240,
  deleteRequestDraft: 60,
  getBillingDetails: 120,
  setProjectBudget: 60,
  startCheckout: 120,
  resumeCheckout: 60,
  cancelSimulationRequest: 60,
  exportInputsZip: 30,
  exportInputsCsv: 30,
  exportActivityCsv: 30,
  shareFile: 60,
  inviteMember: 60,
  resendInvitation: 60,
  acceptInvitation: 60,
  restoreRevision: 60,
  searchFiles: 300,
  listNotices: 600,
  readNotices: 300,
  changeNoticeSettings: 60,
  seeFile: 600,
  addComment: 120,
  replyToComment: 120,
  changeComment: 60,
  resolveComment: 60,
  restoreFile: 1200,
  restoreProject: 60,
  storeThumbnail: 60,
  addRequestMessage: 60,
  addStaffMessage: 60,
  addRequestAttachment: 120,
  addStaffAttachment: 120,
  assignStaffRequest: 60,
  startStaffRequest: 60,
  changeStaffNotes: 120,
  changeStaffChecklist: 240,
  exportStaffFiles: 30,
  // A preview reads a long text file in many calls.
  downloadStaffFile: 1200,
  getStaffReport: 300,
  downloadRequestFile: 1200,
  deliverStaffRequest: 30,
  cancelStaffRequest: 60,
  refundStaffRequest: 60,
  changeStorageLimit: 60,
  listContactMessages: 300,
  assignContactMessage: 60,
  closeContactMessage: 60,
  changeContactNotes: 120,
  answerContactMessage: 30,
  savePriceVersion: 60,
  deletePriceVersion: 60,
  listAccountingMonths: 60,
  exportAccountingCsv: 30,
  listCustomers: 300,
  getCustomer: 300,
  listStaffActivity: 300,
  exportStaffActivityCsv: 10,
  retryFailedJob: 60,
  discardFailedJob: 60,
  saveStaffNews: 60,
  deleteStaffNews: 60,
  previewStaffNews: 60,
  saveStaffPublication: 60,
  deleteStaffPublication: 60,
}
