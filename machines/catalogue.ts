import { projectActivityMachine } from './activity/project-activity.machine'
import { loadingMachine } from './session/loading.machine'
import { routeGuardMachine } from './session/route-guard.machine'
import { sessionMachine } from './session/session.machine'
import { contactFormMachine } from './site/contact-form.machine'
import { mobileMenuMachine } from './site/mobile-menu.machine'
import { newsPagerMachine } from './site/news-pager.machine'
import { pageCodeMachine } from './site/page-code.machine'
import { publicationsMachine } from './site/publications.machine'
import { activityExportMachine } from './staff/operation/activity-export.machine'
import { customerListMachine } from './staff/customers/customer-list.machine'
import { customerMachine } from './staff/customers/customer.machine'
import { staffActivityMachine } from './staff/operation/staff-activity.machine'
import { contactListMachine } from './staff/contact/contact-list.machine'
import { contactMessageMachine } from './staff/contact/contact-message.machine'
import { deliveryMachine } from './staff/requests/delivery.machine'
import { refundMachine } from './staff/requests/refund.machine'
import { storageLimitMachine } from './staff/requests/storage-limit.machine'
import { accountingMachine } from './staff/operation/accounting.machine'
import { failedJobsMachine } from './staff/operation/failed-jobs.machine'
import { staffEntriesMachine } from './staff/site/staff-entries.machine'
import { staffPricesMachine } from './staff/prices/staff-prices.machine'
import { staffQueueMachine } from './staff/requests/staff-queue.machine'
import { staffRequestMachine } from './staff/requests/staff-request.machine'
import { toolLaunchMachine } from './tools/tool-launch.machine'
import { viewAddressMachine } from './previews/view-address.machine'
import { boardExportMachine } from './previews/board/board-export.machine'
import { boardRulerMachine } from './previews/board/board-ruler.machine'
import { boardSelectionMachine } from './previews/board/board-selection.machine'
import { boardViewMachine } from './previews/board/board-view.machine'
import { contentViewMachine } from './previews/content-view.machine'
import { dialogMachine } from './lib/dialog.machine'
import { downloadFileMachine } from './transfers/download-file.machine'
import { downloadMachine } from './transfers/download.machine'
import { draftSavingMachine } from './wizard/drafts/draft-saving.machine'
import { boardRowsMachine } from './wizard/board/board-rows.machine'
import { fileInspectionMachine } from './wizard/board/file-inspection.machine'
import { firstStepsMachine } from './wizard/first-steps.machine'
import { layoutArrivalMachine } from './wizard/board/layout-arrival.machine'
import { fileRevisionsMachine } from './files/file-revisions.machine'
import { fileSeenMachine } from './files/file-seen.machine'
import { projectFilesMachine } from './files/project-files.machine'
import { fileComparisonMachine } from './previews/comparison/file-comparison.machine'
import { filePreviewMachine } from './previews/file-preview.machine'
import { dataDeletionMachine } from './people/data-deletion.machine'
import { dataExportMachine } from './people/data-export.machine'
import { commandMenuMachine } from './search/command-menu.machine'
import { noticeSettingsMachine } from './notices/notice-settings.machine'
import { noticesMachine } from './notices/notices.machine'
import { fileCommentsMachine } from './comments/file-comments.machine'
import { fileSharesMachine } from './sharing/file-shares.machine'
import { netFactsMachine } from './previews/board/net-facts.machine'
import { networkAnalysisMachine } from './previews/network/network-analysis.machine'
import { networkChainMachine } from './previews/network/network-chain.machine'
import { networkComparisonMachine } from './previews/network/network-comparison.machine'
import { networkExportMachine } from './previews/network/network-export.machine'
import { networkPlotMachine } from './previews/network/network-plot.machine'
import { supplyDropsMachine } from './previews/supply/supply-drops.machine'
import { tablePlotMachine } from './previews/text/table-plot.machine'
import { longTextMachine } from './previews/text/long-text.machine'
import { conversationMachine } from './requests/conversation.machine'
import { boardPriceMachine } from './pricing/board-price.machine'
import { keptBoardMachine } from './pricing/kept-board.machine'
import { paymentReturnMachine } from './requests/payment-return.machine'
import { projectBudgetMachine } from './requests/project-budget.machine'
import { hiddenTabMachine } from './live/hidden-tab.machine'
import { liveChangesMachine } from './live/live-changes.machine'
import { keptListMachine } from './projects/kept-list.machine'
import { listViewMachine } from './projects/list-view.machine'
import { projectCreateMachine } from './projects/project-create.machine'
import { projectDeleteMachine } from './projects/project-delete.machine'
import { projectEditMachine } from './projects/project-edit.machine'
import { invitationAcceptanceMachine } from './sharing/invitation-acceptance.machine'
import { projectMembersMachine } from './sharing/project-members.machine'
import { olderProjectsMachine } from './projects/older-projects.machine'
import { projectsMachine } from './projects/projects.machine'
import { quoteMachine } from './wizard/quote.machine'
import { reportComparisonMachine } from './requests/report-comparison.machine'
import { requestFileSavingMachine } from './requests/request-file-saving.machine'
import { pdfSavingMachine } from './requests/pdf-saving.machine'
import { requestReportMachine } from './requests/request-report.machine'
import { requestsMachine } from './requests/requests.machine'
import { simulationRequestMachine } from './wizard/simulation-request.machine'
import { undoOfferMachine } from './undo/undo-offer.machine'
import { uploadFileMachine } from './transfers/upload-file.machine'
import { uploadMachine } from './transfers/upload.machine'

/** All machines of the product, by title. */
export const catalogue = {
  'Loading overlay': loadingMachine,
  Session: sessionMachine,
  'Route guard': routeGuardMachine,
  'Contact form': contactFormMachine,
  'Page code': pageCodeMachine,
  'Mobile menu': mobileMenuMachine,
  Publications: publicationsMachine,
  'News pager': newsPagerMachine,
  'Tool launch': toolLaunchMachine,
  Projects: projectsMachine,
  'Older projects': olderProjectsMachine,
  'Cached project list': keptListMachine,
  'Project list view': listViewMachine,
  'Create project': projectCreateMachine,
  'Edit project': projectEditMachine,
  'Delete project': projectDeleteMachine,
  'Undo offer': undoOfferMachine,
  'Command menu': commandMenuMachine,
  'Hidden tab': hiddenTabMachine,
  'Live changes': liveChangesMachine,
  Dialog: dialogMachine,
  'Data export': dataExportMachine,
  'Data deletion': dataDeletionMachine,
  Notifications: noticesMachine,
  'Notification settings': noticeSettingsMachine,
  'Seen file': fileSeenMachine,
  'Project members': projectMembersMachine,
  'Accepting an invitation': invitationAcceptanceMachine,
  'Project activity': projectActivityMachine,
  'Project files': projectFilesMachine,
  'File revisions': fileRevisionsMachine,
  'File comparison': fileComparisonMachine,
  'File preview': filePreviewMachine,
  'Network plot': networkPlotMachine,
  'Supply drops': supplyDropsMachine,
  'Table plot': tablePlotMachine,
  'Network analysis': networkAnalysisMachine,
  'Network export': networkExportMachine,
  'Network chain': networkChainMachine,
  'Network comparison': networkComparisonMachine,
  'Board selection': boardSelectionMachine,
  'Board view': boardViewMachine,
  'View address': viewAddressMachine,
  'Board ruler': boardRulerMachine,
  'Board export': boardExportMachine,
  'Net facts': netFactsMachine,
  'Content view': contentViewMachine,
  'Long text': longTextMachine,
  'File comments': fileCommentsMachine,
  'Share links': fileSharesMachine,
  Upload: uploadMachine,
  'Upload of a file': uploadFileMachine,
  Download: downloadMachine,
  'Download of a file': downloadFileMachine,
  'Simulation request': simulationRequestMachine,
  'Draft saving': draftSavingMachine,
  'File inspection': fileInspectionMachine,
  'Rows on the board': boardRowsMachine,
  'Layout arrival': layoutArrivalMachine,
  'First steps': firstStepsMachine,
  'Price of a board': boardPriceMachine,
  'Kept board': keptBoardMachine,
  'Payment return': paymentReturnMachine,
  'Simulation requests': requestsMachine,
  Conversation: conversationMachine,
  'Request report': requestReportMachine,
  'Report comparison': reportComparisonMachine,
  'PDF saving': pdfSavingMachine,
  'Request file saving': requestFileSavingMachine,
  'Project budget': projectBudgetMachine,
  Quote: quoteMachine,
  'Staff queue': staffQueueMachine,
  'Staff prices': staffPricesMachine,
  'Staff entries': staffEntriesMachine,
  Accounting: accountingMachine,
  'Failed jobs': failedJobsMachine,
  'Customer list': customerListMachine,
  Customer: customerMachine,
  'Staff activity': staffActivityMachine,
  'Activity export': activityExportMachine,
  'Staff request': staffRequestMachine,
  'Contact list': contactListMachine,
  'Contact message': contactMessageMachine,
  Delivery: deliveryMachine,
  Refund: refundMachine,
  'Storage limit': storageLimitMachine,
}
