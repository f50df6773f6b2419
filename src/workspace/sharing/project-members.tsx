import { Button } from '@chakra-ui/react/button'
import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'

import { dutiesOf, type Role, roleName, roles, rolesToInvite } from '../../../machines/sharing/member-roles'
import * as members from '../../../machines/sharing/project-members.machine'
import { readDraft } from '../../session/drafts/drafts'
import { useDraft } from '../../session/drafts/use-draft'
import '../../ui/theme/form-recipes'
import '../../ui/theme/select-recipes'
import { ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { DialogFrame } from '../../ui/dialog/dialog-frame'
import { useSharingMachines } from './machines'
import { peopleList } from './people-list'
import { ProjectInvitations } from './project-invitations'

type ProjectMembersProps = {
  project: { id: string; name: string }
  /** Whether the user can invite and remove members. */
  mayManage: boolean
  /** Whether the user can assign every role, and change the roles of members. */
  mayAssign: boolean
}

/** Lists the members of a project and lets permitted users invite, change and remove them. */
export function ProjectMembers({ project, mayManage, mayAssign }: ProjectMembersProps) {
  const [input] = useState(() => {
    const kept = readDraft('member', members.isTypedEmail)
    return { projectId: project.id, mayInvite: mayManage, email: kept?.projectId === project.id ? kept.email : '' }
  })
  const actor = useActorRef(useSharingMachines().projectMembers, { input })
  const list = useSelector(actor, members.membersOf)
  const loading = useSelector(actor, members.isLoading)
  const failure = useSelector(actor, members.membersFailureOf)
  const refusal = useSelector(actor, members.refusalOf)
  const notice = useSelector(actor, members.noticeOf)
  useDraft('member', actor, members.typedEmailOf)

  return (
    <chakra.section aria-label={`Members of ${project.name}`} maxW="3xl">
      <chakra.div display="grid" gap="5">
        {failure && !loading && <ErrorNotice title={failure} onRetry={() => actor.send({ type: 'members.reload' })} />}
        {loading && <PageSpinner text="Loading members..." />}
        {!loading && !failure && (
          <>
            <MemberList actor={actor} list={list} mayManage={mayManage} mayAssign={mayAssign} />
            {mayManage ? (
              <>
                <ProjectInvitations actor={actor} />
                <AddMember actor={actor} mayAssign={mayAssign} />
              </>
            ) : (
              <chakra.p textStyle="sm" color="fg.muted">
                Only people with the project manager, organization admin or system admin role can add members.
              </chakra.p>
            )}
            <chakra.p textStyle="sm" color="fg.muted">
              A role here only describes a member. What members can do depends on the roles that your administrator
              assigns to their accounts.
            </chakra.p>
            {refusal && (
              <chakra.p role="alert" color="error.fg">
                {refusal}
              </chakra.p>
            )}
            <chakra.p role="status" textStyle="sm" color="fg.muted" minH="5">
              {notice}
            </chakra.p>
          </>
        )}
      </chakra.div>
      <RemovalQuestion actor={actor} />
    </chakra.section>
  )
}

type MemberListProps = {
  actor: members.ProjectMembersActor
  list: members.Member[]
  mayManage: boolean
  mayAssign: boolean
}

function MemberList({ actor, list, mayManage, mayAssign }: MemberListProps) {
  const busy = useSelector(actor, members.isMembersBusy)
  return (
    <chakra.ul css={peopleList} aria-label="Members">
      {list.map((member) => (
        <li key={member.id}>
          <span className="person">
            {member.name}
            <span className="about">{member.email}</span>
            <span className="about">{dutiesOf(member.role)}</span>
            {member.isCreator && <span className="about">Created the project and cannot be removed.</span>}
          </span>
          {mayAssign ? (
            <RoleSelect
              label={`Role of ${member.name}`}
              value={member.role}
              offered={roles}
              disabled={busy}
              onChange={(role) => actor.send({ type: 'member.roleChosen', member, role })}
            />
          ) : (
            <chakra.span textStyle="sm">{roleName(member.role)}</chakra.span>
          )}
          {mayManage && !member.isCreator && (
            <Button
              size="sm"
              variant="outline"
              colorPalette="error"
              disabled={busy}
              aria-label={`Remove ${member.name}`}
              onClick={() => actor.send({ type: 'removal.requested', member })}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
    </chakra.ul>
  )
}

type RoleSelectProps = {
  label: string
  value: Role
  offered: typeof roles
  disabled: boolean
  onChange: (role: Role) => void
}

function RoleSelect({ label, value, offered, disabled, onChange }: RoleSelectProps) {
  return (
    <NativeSelect.Root size="sm" w="48" disabled={disabled}>
      <NativeSelect.Field
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const chosen = offered.find(({ role }) => role === target.value)
          if (chosen) onChange(chosen.role)
        }}
      >
        {offered.map(({ role, name }) => (
          <option key={role} value={role}>
            {name}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  )
}

function AddMember({ actor, mayAssign }: Pick<MemberListProps, 'actor' | 'mayAssign'>) {
  const email = useSelector(actor, members.emailOf)
  const role = useSelector(actor, members.roleOf)
  const busy = useSelector(actor, members.isMembersBusy)
  return (
    <chakra.form
      noValidate
      display="flex"
      flexWrap="wrap"
      alignItems="end"
      gap="3"
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'member.submitted' })
      }}
    >
      <Field.Root flex="1 1 220px" w="auto">
        <Field.Label>E-mail address of the person to add</Field.Label>
        <Field.HelperText>
          People who have not signed in here yet receive an e-mail invitation that is valid for 7 days.
        </Field.HelperText>
        <Input
          type="email"
          size="sm"
          autoComplete="off"
          value={email}
          onChange={({ target }) => actor.send({ type: 'email.typed', email: target.value })}
        />
      </Field.Root>
      <RoleSelect
        label="Role of the person to add"
        value={role}
        offered={rolesToInvite(mayAssign)}
        disabled={busy}
        onChange={(chosen) => actor.send({ type: 'role.chosen', role: chosen })}
      />
      <Button size="sm" type="submit" disabled={busy}>
        Add member
      </Button>
    </chakra.form>
  )
}

function RemovalQuestion({ actor }: { actor: members.ProjectMembersActor }) {
  const leaving = useSelector(actor, members.leavingOf)
  const busy = useSelector(actor, members.isMembersBusy)
  if (!leaving) return null
  const cancel = () => actor.send({ type: 'removal.cancelled' })
  return (
    <DialogFrame
      title="Remove member?"
      role="alertdialog"
      busy={busy}
      onClose={cancel}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={cancel}>
            Cancel
          </Button>
          <Button colorPalette="error" disabled={busy} onClick={() => actor.send({ type: 'removal.confirmed' })}>
            {busy ? 'Removing...' : 'Remove member'}
          </Button>
        </>
      }
    >
      <chakra.p overflowWrap="anywhere">
        <strong>{leaving.name}</strong> immediately loses access to the project and its files. Their files and requests
        stay.
      </chakra.p>
    </DialogFrame>
  )
}
