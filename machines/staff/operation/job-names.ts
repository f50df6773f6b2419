/** The kinds of jobs, in terms that the staff use. */
const names: Partial<Record<string, string>> = {
  'contact mail': 'E-mail about a contact message',
  'contact answer': 'Answer to a contact message',
  'notice mail': 'E-mail notification',
  'notice digest': 'Daily summary by e-mail',
  'invitation mail': 'Invitation to a project',
  'sign-in code mail': 'E-mail from the sign-in page',
  refund: 'Refund',
  'new prices': 'Announcement of new prices',
  'delete content': 'Deletion of file content',
  'finish the deletion of files': 'Deletion of files',
  'finish the deletion of a project': 'Deletion of a project',
  'delete person': 'Removal of a deleted account',
}

/** The name of a kind of job. A kind from a different release is shown under the name that the server uses. */
export const jobName = (kind: string) => names[kind] ?? kind
