import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import { roleName } from '../../../machines/sharing/member-roles'
import * as members from '../../../machines/sharing/project-members.machine'
import { LinkToCopy } from './link-to-copy'
import { peopleList } from './people-list'

/** The invitations that have been neither accepted nor revoked. Shows nothing if there are none. */
export function ProjectInvitations({ actor }: { actor: members.ProjectMembersActor }) {
  const list = useSelector(actor, members.invitationsOf)
  const busy = useSelector(actor, members.isMembersBusy)
  const link = useSelector(actor, members.linkOf)
  if (list.length === 0) return null
  return (
    <chakra.section aria-label="Open invitations" display="grid" gap="2">
      <chakra.h2 textStyle="md" fontWeight="semibold">
        Open invitations
      </chakra.h2>
      {link && (
        <LinkToCopy
          url={link.url}
          label="Invitation link"
          text={`Copy the link for ${link.email} now. It is not stored and cannot be shown again. It works only for this e-mail address.`}
        />
      )}
      <chakra.ul css={peopleList} aria-label="Open invitations">
        {list.map((invitation) => (
          <li key={invitation.id}>
            <span className="person">
              {invitation.email}
              <span className="about">
                {roleName(invitation.role)}, invited by {invitation.invited_by} on {day(invitation.sent_at)}
              </span>
              <span className="about">
                {members.isExpired(invitation)
                  ? 'Expired. Send it again for a new link.'
                  : `The link is valid until ${day(invitation.expires_at)}.`}
              </span>
            </span>
            <Button
              size="sm"
              variant="outline"
              disabled={busy}
              aria-label={`Send again: invitation for ${invitation.email}`}
              onClick={() => actor.send({ type: 'invitation.sentAgain', invitation })}
            >
              Send again
            </Button>
            <Button
              size="sm"
              variant="outline"
              colorPalette="error"
              disabled={busy}
              aria-label={`Revoke the invitation for ${invitation.email}`}
              onClick={() => actor.send({ type: 'invitation.revoked', invitation })}
            >
              Revoke
            </Button>
          </li>
        ))}
      </chakra.ul>
    </chakra.section>
  )
}

const day = (iso: string) => new Date(iso).toLocaleDateString('en-US', { dateStyle: 'medium' })
