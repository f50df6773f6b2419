import { loadingMachine } from './session/loading.machine'
import { routeGuardMachine } from './session/route-guard.machine'
import { sessionMachine } from './session/session.machine'
import { contactFormMachine } from './site/contact-form.machine'
import { mobileMenuMachine } from './site/mobile-menu.machine'
import { newsPagerMachine } from './site/news-pager.machine'
import { publicationsMachine } from './site/publications.machine'
import { toolLaunchMachine } from './tools/tool-launch.machine'
import { boardViewMachine } from './workspace/board-view.machine'
import { dialogMachine } from './workspace/dialog.machine'
import { downloadMachine } from './workspace/download.machine'
import { fileInspectionMachine } from './workspace/file-inspection.machine'
import { fileManagerMachine } from './workspace/file-manager.machine'
import { filePreviewMachine } from './workspace/file-preview.machine'
import { fileSharesMachine } from './workspace/file-shares.machine'
import { networkPlotMachine } from './workspace/network-plot.machine'
import { paymentReturnMachine } from './workspace/payment-return.machine'
import { projectCreateMachine } from './workspace/project-create.machine'
import { projectDeleteMachine } from './workspace/project-delete.machine'
import { projectEditMachine } from './workspace/project-edit.machine'
import { projectMembersMachine } from './workspace/project-members.machine'
import { projectsMachine } from './workspace/projects.machine'
import { quoteMachine } from './workspace/quote.machine'
import { requestsMachine } from './workspace/requests.machine'
import { simulationRequestMachine } from './workspace/simulation-request.machine'
import { uploadMachine } from './workspace/upload.machine'

/** Every machine of the product, by the title under which people look for it. */
export const catalogue = {
  'Loading overlay': loadingMachine,
  Session: sessionMachine,
  'Route guard': routeGuardMachine,
  'Contact form': contactFormMachine,
  'Mobile menu': mobileMenuMachine,
  Publications: publicationsMachine,
  'News pager': newsPagerMachine,
  'Tool launch': toolLaunchMachine,
  Projects: projectsMachine,
  'Create project': projectCreateMachine,
  'Edit project': projectEditMachine,
  'Delete project': projectDeleteMachine,
  Dialog: dialogMachine,
  'Project members': projectMembersMachine,
  'File manager': fileManagerMachine,
  'File preview': filePreviewMachine,
  'Network plot': networkPlotMachine,
  'Board view': boardViewMachine,
  'Share links': fileSharesMachine,
  Upload: uploadMachine,
  Download: downloadMachine,
  'Simulation request': simulationRequestMachine,
  'File inspection': fileInspectionMachine,
  'Payment return': paymentReturnMachine,
  'Simulation requests': requestsMachine,
  Quote: quoteMachine,
}
