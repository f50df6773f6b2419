import type { Project } from '../../../machines/projects/project-list'
import { invitationAcceptanceMachine } from '../../../machines/sharing/invitation-acceptance.machine'
import type { ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'

/** Connects the page of an invitation to the product API. */
export const connectInvitations = (api: ProductApi) => ({
  invitationAcceptance: invitationAcceptanceMachine.provide({
    actors: {
      acceptInvitation: fromCall<Project, { token: string }>(async ({ input: { token }, signal }) =>
        (await api.sharing()).acceptInvitation(token, signal),
      ),
    },
  }),
})

export const useInvitationMachines = machinesHook(connectInvitations)
