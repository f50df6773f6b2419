import type { ReactNode } from 'react'

import type { CallingUser, ProductApi } from '../api/product'
import { connectFiles, FileContext } from './files/machines'
import { connectPreviews, PreviewContext } from './previews/machines'
import { connectProjects, ProjectContext } from './projects/machines'
import { connectRequests, RequestContext } from './requests/machines'
import { connectSharing, SharingContext } from './sharing/machines'
import { connectTransfers, TransferContext } from './transfers/machines'
import { connectWizard, WizardContext } from './wizard/machines'

/** Connects the workspace's machines to the product API. `currentUser` is evaluated on each call. */
export const connectWorkspace = (api: ProductApi, currentUser: () => CallingUser) => ({
  ...connectProjects(api, currentUser),
  ...connectFiles(api, currentUser),
  ...connectPreviews(api),
  ...connectTransfers(api, currentUser),
  ...connectWizard(api, currentUser),
  ...connectRequests(api, currentUser),
  ...connectSharing(api, currentUser),
})

type Provided = { machines: ReturnType<typeof connectWorkspace>; children: ReactNode }

/** Gives each domain's views their machines. */
export const WorkspaceProvider = ({ machines, children }: Provided) => (
  <ProjectContext value={machines}>
    <FileContext value={machines}>
      <PreviewContext value={machines}>
        <TransferContext value={machines}>
          <WizardContext value={machines}>
            <RequestContext value={machines}>
              <SharingContext value={machines}>{children}</SharingContext>
            </RequestContext>
          </WizardContext>
        </TransferContext>
      </PreviewContext>
    </FileContext>
  </ProjectContext>
)
