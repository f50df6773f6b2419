/**
 * Faults made by hand, of kinds that the operators in mutations.ts and operators.ts do not make. `npm run test:by-hand`
 * introduces them one after another, and fails if the tests do not notice one.
 */
export type Fault = {
  what: string
  /** The faulty file, and a string that occurs exactly once in it. */
  file: string
  from: string
  to: string
  /** The tests that should notice it: paths, or parts of them. */
  tests: string[]
}

const inMillis = "...['MILS', 'MIL', 'THOU'].map((name) => [name, 0.0254] as const),"

const DELETED = ' AND "deleted_at" IS NULL'
/** The SQL between the queries for the first author's newest comment and for that of each following author. */
const NEXT_AUTHOR = `
          ORDER BY "author" DESC, "created" DESC LIMIT 1
        )
        UNION ALL
        SELECT "next"."author", "next"."created" FROM "newest_of", LATERAL (
          SELECT "author", "created" FROM "comments"
          WHERE "document_id" = "before"."document_id"`

export const faults: Fault[] = [
  {
    what: 'a draft that is started over keeps the key of the paid one',
    file: 'machines/wizard/request-context.ts',
    from: '  key: newKey,\n  step:',
    to: '  step:',
    tests: ['tests/model/wizard'],
  },
  {
    what: "the edit dialog restores another project's draft",
    file: 'src/workspace/projects/dialogs/edit-project-dialog.tsx',
    from: 'kept?.project.id === project.id ? kept : null',
    to: 'kept ?? null',
    tests: ['tests/views/projects'],
  },
  {
    what: 'the answers "All as new revisions" and "Skip all" are swapped',
    file: 'src/workspace/transfers/upload-row.tsx',
    from: "answer: 'skip', one: 'Skip', all: 'Skip all'",
    to: "answer: 'new revision', one: 'Skip', all: 'Skip all'",
    tests: ['tests/views/transfers', 'tests/model-based/surfaces/transfers'],
  },
  {
    what: 'the bytes of a page of a large download are repeated',
    file: 'src/api/transfer.ts',
    from: '        page = []\n',
    to: '',
    tests: ['tests/views/api/transfer'],
  },
  {
    what: "a project and its creator's membership are not stored in one transaction",
    file: 'server/projects/routes.ts',
    from: 'await tx.insert(projectMembers).values({ projectId: created.id',
    to: 'await db.insert(projectMembers).values({ projectId: created.id',
    tests: ['tests/api/projects', 'tests/api/database'],
  },
  {
    what: 'an upload is confirmed before its content is stored',
    file: 'server/storage/received-content.ts',
    from: '  await storage.put(id, meter)',
    to: '  void storage.put(id, meter)',
    tests: ['tests/api/transfers'],
  },
  {
    what: 'a range is one byte too long',
    file: 'server/transfers/byte-range.ts',
    from: 'Math.min(Number(last), size - 1) }',
    to: 'Math.min(Number(last) + 1, size - 1) }',
    tests: ['tests/api/transfers'],
  },
  {
    what: 'Share is offered for several selected files',
    file: 'src/workspace/files/selection-bar.tsx',
    from: '{ids.length === 1 && (\n            <Button size="sm" variant="outline" aria-label="Share selected file"',
    to: '{ids.length > 0 && (\n            <Button size="sm" variant="outline" aria-label="Share selected file"',
    tests: ['tests/views/files', 'tests/model-based/surfaces/files'],
  },
  {
    what: 'all fields of a new request row are marked as wrong',
    file: 'src/workspace/wizard/rows/use-request-row.ts',
    from: 'const checked = useSelector(actor, request.showsProblemsOf)',
    to: 'const checked = true',
    tests: ['tests/views/wizard/missing-fields'],
  },
  {
    what: 'the remark of a preview stays when the next file is shown',
    file: 'machines/previews/file-preview.machine.ts',
    from: '{ failure: null, fallback: null, remark: null, reason: null }',
    to: '{ failure: null, fallback: null, reason: null }',
    tests: ['tests/model/previews', 'tests/model-based/surfaces/previews'],
  },
  {
    what: 'a download that is tried again keeps its progress',
    file: 'machines/transfers/download.machine.ts',
    from: "status: 'waiting', received: 0, failure: null }),",
    to: "status: 'waiting', failure: null }),",
    tests: ['tests/model/transfers', 'tests/model-based/surfaces/transfers'],
  },
  {
    what: 'mils are read as hundredths of a millimeter',
    file: 'src/formats/ipc2581/ipc2581-units.ts',
    from: inMillis,
    to: inMillis.replace('0.0254', '0.01'),
    tests: ['tests/formats'],
  },
  {
    what: 'numbers of more than 15 digits are not rounded correctly',
    file: 'src/formats/numbers.ts',
    from: 'if (at < end || digits > 15)',
    to: 'if (at < end || digits > 25)',
    tests: ['tests/formats'],
  },
  {
    what: 'the lifetime of a token stops while the computer sleeps',
    file: 'src/session/provider/token-lifetime.ts',
    from: 'Math.max(performance.now() - this.#monotonic, Date.now() - this.#wall)',
    to: 'performance.now() - this.#monotonic',
    tests: ['tests/views/session'],
  },
  {
    what: 'setting the clock back extends the lifetime of a token',
    file: 'src/session/provider/token-lifetime.ts',
    from: 'Math.max(performance.now() - this.#monotonic, Date.now() - this.#wall)',
    to: 'Date.now() - this.#wall',
    tests: ['tests/views/session'],
  },

  // session
  {
    what: 'accented letters in a name are garbled, because the bytes of the token are not decoded as UTF-8',
    file: 'src/session/provider/claims.ts',
    from: 'JSON.parse(new TextDecoder().decode(bytes))',
    to: 'JSON.parse(String.fromCharCode(...bytes))',
    tests: ['tests/views/session'],
  },
  {
    what: "every second one of another user's drafts survives, because the storage shrinks while it is cleared",
    file: 'src/session/drafts/cross-tab-drafts.ts',
    from: '  for (const key of siteStorage.keys()) {\n',
    to: "  for (let index = 0; index < siteStorage.length; index++) {\n    const key = siteStorage.key(index) ?? ''\n",
    tests: ['tests/views/session'],
  },
  {
    what: 'the notice about the lost connection disappears when the network returns, before the provider has answered',
    file: 'machines/session/session.machine.ts',
    from: "'network.returned': { target: 'refreshing', actions: assign({ tries: 1 }) }",
    to: "'network.returned': { target: 'refreshing', actions: assign({ tries: 0 }) }",
    tests: ['tests/model/session'],
  },
  // site
  {
    what: 'a second press on Send while a contact message is on its way sends it twice',
    file: 'machines/site/contact-form.machine.ts',
    from: "'terms.changed': {}, 'form.submitted': {}, 'draft.restored': {}",
    to: "'terms.changed': {}, 'draft.restored': {}",
    tests: ['tests/model/site'],
  },
  // tools
  {
    what: 'the message about an unavailable tool contains its internal id instead of its name',
    file: 'machines/tools/tool-launch.machine.ts',
    from: '`The tool ${context.toolName} is temporarily not available.',
    to: '`The tool ${context.tool} is temporarily not available.',
    tests: ['tests/model-based/surfaces/tools'],
  },
  // projects
  {
    what: 'saving a project that stays public ends all its share links',
    file: 'server/projects/routes.ts',
    from: 'if (updated.length > 0 && isPrivate) await endSharesOf(tx, project.id)',
    to: 'if (updated.length > 0 && isPrivate !== undefined) await endSharesOf(tx, project.id)',
    tests: ['tests/api/projects', 'tests/api/sharing'],
  },
  {
    what: 'projects without a value come first when the order of a column is reversed',
    file: 'machines/projects/project-list.ts',
    from: 'return Number(isLast) - Number(isFirst) || byName(one, other)',
    to: 'return direction * (Number(isLast) - Number(isFirst)) || byName(one, other)',
    tests: ['tests/model/projects'],
  },
  // files
  {
    what: 'undoing the deletion of a file ignores its earlier revisions, so that the project exceeds its storage limit',
    file: 'server/files/deferred-deletion.ts',
    from: 'if (earlier.reduce((sum, { size }) => sum + size, deleted.size) > left) throw',
    to: 'if (deleted.size > left) throw',
    tests: ['tests/api/files'],
  },
  {
    what: 'a page with a fast clock marks a file as seen up to a time in the future, so the next comments are never new',
    file: 'server/files/seen-files.ts',
    from: 'const time = sql`least(${until.toISOString()}::timestamptz, now())`',
    to: 'const time = sql`${until.toISOString()}::timestamptz`',
    tests: ['tests/api/files'],
  },
  {
    what: 'after a file is deleted, the focus skips the row that took its place',
    file: 'src/workspace/files/row-focus.ts',
    from: '(rowOf(one) ?? 0) >= row)',
    to: '(rowOf(one) ?? 0) > row)',
    tests: ['tests/views/files'],
  },
  {
    what: 'uploads are offered more storage than is left, because megabytes are counted as a million bytes',
    file: 'machines/files/project-files-setup.ts',
    from: 'limit === null ? null : limit - usedMb * MB',
    to: 'limit === null ? null : limit - usedMb * 1_000_000',
    tests: ['tests/model/files'],
  },
  // transfers
  {
    what: 'clearing the list of downloads also drops those that are still waiting',
    file: 'machines/transfers/download.machine.ts',
    from: "items: ({ context }) => context.items.filter(({ status }) => status === 'waiting' || status === 'receiving'),",
    to: "items: ({ context }) => context.items.filter(({ status }) => status === 'receiving'),",
    tests: ['tests/model/transfers'],
  },
  {
    what: 'an upload whose last step failed reports its full length, so the client believes that the file is stored',
    file: 'server/transfers/resumable-uploads.ts',
    from: 'waiting ? Math.min(await unfinished.lengthOf(waiting), Math.max(0, size - 1)) : size',
    to: 'waiting ? await unfinished.lengthOf(waiting) : size',
    tests: ['tests/api/transfers'],
  },
  {
    what: 'the signed address of one file opens every other file',
    file: 'server/transfers/download-urls.ts',
    from: 'audience: AUDIENCE, subject: fileId })\n      return true',
    to: "audience: AUDIENCE, requiredClaims: ['sub'] })\n      return fileId !== ''",
    tests: ['tests/api/transfers'],
  },
  {
    what: 'the announced bytes of an upload that was cut off stay reserved until the server restarts',
    file: 'server/transfers/quota.ts',
    from: 'add(projectId, -reserved)',
    to: 'add(projectId, -Math.min(taken, reserved))',
    tests: ['tests/api/transfers'],
  },
  {
    what: 'bytes that are sent again count as progress, so an upload that always fails at the same place never gives up',
    file: 'machines/transfers/upload-rules.ts',
    from: 'const { mark, speed, reached } = item\n  const on = { ...item, sent, ...(sent > reached && { tries: 0 }) }',
    to: 'const { mark, speed } = item\n  const on = { ...item, sent, ...(sent > item.sent && { tries: 0 }) }',
    tests: ['tests/model/transfers'],
  },
  {
    what: '"Keep both" gives two files with the same name the same number',
    file: 'machines/transfers/upload-rules.ts',
    from: '    place.taken.add(fileNameKey(name))\n',
    to: '',
    tests: ['tests/model/transfers'],
  },
  // previews
  {
    what: 'a link to a net whose name contains "%2A" highlights no net, because the escapes are undone in the wrong order',
    file: 'machines/previews/board/board-address.ts',
    from: "text.replaceAll('%2A', '*').replaceAll('%25', '%')",
    to: "text.replaceAll('%25', '%').replaceAll('%2A', '*')",
    tests: ['tests/model/previews'],
  },
  {
    what: 'a value just below a prefix is shown as "1000 Hz" instead of "1 kHz"',
    file: 'machines/previews/engineering-number.ts',
    from: 'const size = Math.abs(rounded)',
    to: 'const size = Math.abs(value)',
    tests: ['tests/model/previews'],
  },
  {
    what: 'a net name that begins like a signed number is exported as a formula',
    file: 'machines/previews/csv-writer.ts',
    from: '/^[+-](\\d[\\w.]*|\\.\\d+)(e[+-]\\d+)?$/i',
    to: '/^[+-](\\d[\\w.]*|\\.\\d+)(e[+-]\\d+)?/i',
    tests: ['tests/model/previews'],
  },
  // formats
  {
    what: 'the frequencies of a CITI segment are too close together and miss its end',
    file: 'src/formats/citi/citi.ts',
    from: '((to - from) * at) / (count - 1)',
    to: '((to - from) * at) / count',
    tests: ['tests/formats'],
  },
  {
    what: 'the y coordinates in a dictionary with its own units are read in the unit of the file',
    file: 'src/formats/ipc2581/ipc2581-units.ts',
    from: 'y: -(numberOf(y) ?? 0) * this.scale',
    to: 'y: -(numberOf(y) ?? 0) * this.#unit',
    tests: ['tests/formats'],
  },
  // analysis
  {
    what: 'several added capacitors of a kind have the reactance of a single one',
    file: 'src/analysis/supply/supply-view.ts',
    from: 'susceptance -= (count * reactance) / square',
    to: 'susceptance -= reactance / square',
    tests: ['tests/analysis/supply-view'],
  },
  {
    what: 'near-end and far-end crosstalk are swapped',
    file: 'src/analysis/loss-view.ts',
    from: "const [near, far] = [sumFrom('far'), sumFrom('near')]",
    to: "const [near, far] = [sumFrom('near'), sumFrom('far')]",
    tests: ['tests/analysis/loss-view', 'tests/analysis/network-worker-protocol'],
  },
  {
    what: 'a footprint that one file rotates by 0 and the other by 360 degrees counts as moved',
    file: 'src/analysis/comparison/footprint-changes.ts',
    from: 'return ((steps(rotation) % turn) + turn) % turn',
    to: 'return steps(rotation)',
    tests: ['tests/analysis/comparison'],
  },
  // wizard
  {
    what: 'a typed name that matches two nets of the board, apart from their case, becomes the last of them',
    file: 'machines/wizard/rows/typed-nets.ts',
    from: 'folded.set(name.toLowerCase(), folded.has(name.toLowerCase()) ? null : name)',
    to: 'folded.set(name.toLowerCase(), name)',
    tests: ['tests/model/wizard'],
  },
  {
    what: 'a net name that begins with a quotation mark is torn when its text is read again',
    file: 'machines/wizard/board/net-list.ts',
    from: "separatorsIn(name) > 0 || name.startsWith('\"') ?",
    to: 'separatorsIn(name) > 0 ?',
    tests: ['tests/model/wizard'],
  },
  {
    what: 'a row keeps the clock of its previous interface, such as "N/A"',
    file: 'machines/wizard/request-rules.ts',
    from: "...(isOther && { speed: '', clock_signal: [] })",
    to: "...(isOther && { speed: '' })",
    tests: ['tests/model/wizard'],
  },
  {
    what: 'a draft whose save was answered into a lost connection asks the user to choose between two versions of their own',
    file: 'machines/wizard/drafts/draft-versions.ts',
    from: 'if (api !== null && (api.stamp === own.savedAs || own.sent?.includes(api.stamp)))',
    to: 'if (api !== null && api.stamp === own.savedAs)',
    tests: ['tests/model/wizard'],
  },
  {
    what: 'screen readers do not connect the note about nets that are not in the layout with its field',
    file: 'src/workspace/wizard/rows/net-field.tsx',
    from: '<span id={`${id}-unknown`} className="note">',
    to: '<span id={`${id}-missing`} className="note">',
    tests: ['tests/views/wizard/net-field'],
  },
  // pricing
  {
    what: 'a kept board whose time is in the future never expires',
    file: 'machines/pricing/kept-board-time.ts',
    from: '!(keptAt <= now && now - keptAt < keptForMs)',
    to: 'now - keptAt >= keptForMs',
    tests: ['tests/model/pricing'],
  },
  // requests
  {
    what: 'the payment page charges one row more of each kind than was ordered',
    file: 'server/requests/payment-pages.ts',
    from: 'lines.get(name) ?? { name, quantity: 0, unitPrice }',
    to: 'lines.get(name) ?? { name, quantity: 1, unitPrice }',
    tests: ['tests/api/requests/checkout', 'tests/server/payments'],
  },
  {
    what: 'an order with wrong prices of its rows is accepted if their sum happens to be right',
    file: 'server/requests/order-rules.ts',
    from: 'if (total !== current || rows.some((row) => row.requested !== row.current)) {',
    to: 'if (total !== current) {',
    tests: ['tests/api/requests/checkout'],
  },
  {
    what: 'with two open questions, the due date moves only by the days since the one that was answered last',
    file: 'server/requests/conversation.ts',
    from: 'postponed(dueAt, waitingSince, now)',
    to: 'postponed(dueAt, asked.created, now)',
    tests: ['tests/api/requests/conversation'],
  },
  {
    what: 'a message can carry an attachment that someone else has uploaded and not sent',
    file: 'server/requests/attachments.ts',
    from: '.where(and(isNull(attachments.messageId), eq(files.uploadedBy, personId), where))',
    to: '.where(and(isNull(attachments.messageId), where))',
    tests: ['tests/api/requests/attachments'],
  },
  {
    what: 'a message can be sent while its attachments are still being uploaded, and goes without them',
    file: 'machines/requests/conversation.machine.ts',
    from: "isReady: ({ context }) => context.text.trim() !== '' && context.attached.every(isUploaded),",
    to: "isReady: ({ context }) => context.text.trim() !== '',",
    tests: ['tests/model/requests'],
  },
  {
    what: 'a failed message that is edited and sent again keeps its id, so the server answers with the old text',
    file: 'machines/requests/conversation.machine.ts',
    from: "'text.typed': { actions: assign({ text: ({ event }) => event.text, sendingId: null }) }",
    to: "'text.typed': { actions: assign({ text: ({ event }) => event.text }) }",
    tests: ['tests/model/requests'],
  },
  {
    what: 'the credit note for a signal integrity row also lists the power integrity row with the same number',
    file: 'machines/requests/invoice-document.ts',
    from: 'rows.some((row) => row.kind === line.kind && row.number === line.number)',
    to: 'rows.some((row) => row.number === line.number)',
    tests: ['tests/model/requests'],
  },
  // sharing
  {
    what: "the links of any file can be revoked through a file of one's own",
    file: 'server/sharing/share-store.ts',
    from: '.where(and(eq(fileShares.id, shareId), eq(fileShares.fileId, fileId)))',
    to: '.where(eq(fileShares.id, shareId))',
    tests: ['tests/api/sharing'],
  },
  {
    what: 'the pause before an invitation can be sent again is stated in milliseconds instead of seconds',
    file: 'server/sharing/invitations.ts',
    from: 'String(Math.ceil(wait / 1000))',
    to: 'String(Math.ceil(wait))',
    tests: ['tests/api/sharing'],
  },
  {
    what: 'the button says "Copied" although the browser refused to copy the link',
    file: 'src/workspace/sharing/link-to-copy.tsx',
    from: 'setResult({ url, isCopied: false })',
    to: 'setResult({ url, isCopied: true })',
    tests: ['tests/views/sharing'],
  },
  // comments
  {
    what: 'everyone who is mentioned in a comment is notified again whenever it is corrected',
    file: 'server/comments/routes.ts',
    from: 'const people = mentions.filter((id) => !before?.mentions.includes(id))',
    to: 'const people = before ? mentions : []',
    tests: ['tests/api/comments', 'tests/api/notices'],
  },
  {
    what: 'a deleted comment is still new to others',
    file: 'server/database/migrations/0039_commented-files.sql',
    from: `${DELETED}${NEXT_AUTHOR}${DELETED} AND`,
    to: `${NEXT_AUTHOR} AND`,
    tests: ['tests/api/comments/commented-files', 'tests/api/files/seen-files'],
  },
  {
    what: 'the comments of a deleted person stay under their id in the counts of a file',
    file: 'server/database/migrations/0039_commented-files.sql',
    from: '"author", "created", "deleted_at", "resolved_at" FROM "changed_comments"\n        EXCEPT\n        SELECT "id", "document_id", "project_id", "author",',
    to: '"created", "deleted_at", "resolved_at" FROM "changed_comments"\n        EXCEPT\n        SELECT "id", "document_id", "project_id",',
    tests: ['tests/api/comments/commented-files'],
  },
  {
    what: 'resolving one thread discards the reply that is being written in another',
    file: 'machines/comments/file-comments.machine.ts',
    from: "answer: ['reply', 'edit'].includes(context.change?.kind ?? '') ? null : context.answer,",
    to: 'answer: null,',
    tests: ['tests/model/comments'],
  },
  // notices
  {
    what: 'nobody is told that a project is nearly full while they have not read the same notice about another project',
    file: 'server/notices/record.ts',
    from: ".where(and(eq(notices.projectId, projectId), eq(notices.kind, 'quota'), isNull(notices.readAt)))",
    to: ".where(and(eq(notices.kind, 'quota'), isNull(notices.readAt)))",
    tests: ['tests/api/notices'],
  },
  {
    what: 'after an update of the list, "Show more" lists notifications that are already shown',
    file: 'machines/notices/notices.machine.ts',
    from: 'next: older.length > 0 ? context.next : next, unread }',
    to: 'next, unread }',
    tests: ['tests/model/notices'],
  },
  // activity
  {
    what: 'the filter of the activity shows people under the name that they had first',
    file: 'server/activity/store.ts',
    from: 'order by at desc limit 1',
    to: 'order by at limit 1',
    tests: ['tests/api/activity'],
  },
  // staff
  {
    what: 'a row can be refunded a second time while its first refund is still pending',
    file: 'server/requests/refunds.ts',
    from: "const made = known.filter(({ state }) => state !== 'failed')",
    to: "const made = known.filter(({ state }) => state === 'done')",
    tests: ['tests/api/staff'],
  },
  {
    what: 'the second page of the queue skips or repeats requests, because its cursor is not the date by which it is sorted',
    file: 'server/staff/store.ts',
    from: '({ row: { created, dueAt, id } }) => ({\n    time: byDue ? (dueAt ?? created) : created,',
    to: '({ row: { created, id } }) => ({\n    time: created,',
    tests: ['tests/api/staff'],
  },
  {
    what: 'the staff can open drafts that a customer has never submitted',
    file: 'server/auth/access.ts',
    from: "simulationRequest.number === null || simulationRequest.status === 'draft')",
    to: 'simulationRequest.number === null)',
    tests: ['tests/api/staff', 'tests/api/policy'],
  },
  {
    what: 'a visitor gets two answers, because a colleague’s was written while the second was typed',
    file: 'server/staff/contact-routes.ts',
    from: 'if (answers.length !== seen) {',
    to: 'if (answers.length < seen) {',
    tests: ['tests/api/staff'],
  },
  {
    what: 'a visitor gets an answer twice when its job runs again',
    file: 'server/staff/contact-answer-mail.ts',
    from: '.where(and(isOwn, isNull(contactAnswers.sentAt)))',
    to: '.where(and(isOwn))',
    tests: ['tests/api/staff'],
  },
  // people
  {
    what: 'a person who deletes their data with all files loses those of a request whose payment page is still open',
    file: 'server/people/deletion.ts',
    from: "const isOpen = inArray(requests.status, ['awaiting payment', 'paid', 'in progress'])",
    to: "const isOpen = inArray(requests.status, ['paid', 'in progress'])",
    tests: ['tests/api/people'],
  },
  // jobs
  {
    what: 'a worker that has lost its claim still decides about the job that another worker is running',
    file: 'server/jobs/job-store.ts',
    from: 'const claimed = ({ id, attempts }: JobRow) => and(eq(jobs.id, id), eq(jobs.attempts, attempts), isNull(jobs.deadAt))',
    to: 'const claimed = ({ id }: JobRow) => and(eq(jobs.id, id), isNull(jobs.deadAt))',
    tests: ['tests/api/jobs'],
  },
  // storage
  {
    what: 'the beginning of an upload that fails stays on the disk',
    file: 'server/storage/disk-storage.ts',
    from: '        await rm(pathOf(id), { force: true })\n        throw error',
    to: '        throw error',
    tests: ['tests/server/storage', 'tests/api/transfers'],
  },
  // database
  {
    what: 'rows with the same time are skipped between two pages of a list that shows the newest first',
    file: 'server/database/pages.ts',
    from: 'orderBy: [direction(time), direction(id)]',
    to: 'orderBy: [direction(time), asc(id)]',
    tests: ['tests/api/pages', 'tests/api/database'],
  },
  // auth and policy
  {
    what: 'every member can list the e-mail addresses of the people who are invited to a project',
    file: 'server/auth/policy.ts',
    from: "listInvitations: project('path', 'lead')",
    to: "listInvitations: project('path', 'reach')",
    tests: ['tests/api/sharing', 'tests/api/policy'],
  },
  {
    what: 'a changed e-mail address is not stored while the user is cached',
    file: 'server/sharing/users.ts',
    from: 'const names = JSON.stringify([username, fullname, email])',
    to: 'const names = JSON.stringify([username, fullname, email === null])',
    tests: ['tests/api/sharing/members'],
  },
  // limits
  {
    what: 'every call starts the minute of a rate limit again, so a client that keeps trying is never let in',
    file: 'server/http/shared-rate-limits.ts',
    from: 'endsAt: sql`case when ${hasEnded} then ${ends} else ${rateCounts.endsAt} end`,',
    to: 'endsAt: ends,',
    tests: ['tests/api/limits'],
  },
  // http
  {
    what: 'a form can be sent from another subdomain of the same site',
    file: 'server/http/page.ts',
    from: "site !== undefined && site !== 'same-origin' && site !== 'none'",
    to: "site !== undefined && !site.includes('same-') && site !== 'none'",
    tests: ['tests/api/site', 'tests/api/sharing', 'tests/server/tools', 'tests/server/identity'],
  },
  // live events
  {
    what: 'administrators who are not members receive the changes of private projects',
    file: 'server/live/live-hub.ts',
    from: '(event.open && isAdministrator(follower.roles))',
    to: 'isAdministrator(follower.roles)',
    tests: ['tests/api/live'],
  },
  {
    what: 'a change without an id makes the tab forget its position, so the next stream starts at the present',
    file: 'machines/live/live-changes.machine.ts',
    from: 'lastId: id ?? context.lastId,',
    to: 'lastId: id,',
    tests: ['tests/model/live'],
  },
  // backup
  {
    what: 'a damaged file in a backup is restored and not reported',
    file: 'server/operation/backup.ts',
    from: "async ({ id, sha256 }) => {\n    const copy = path.join(folder, 'files', id)\n    if ((await sumOf(copy)) !== sha256) return false",
    to: "async ({ id }) => {\n    const copy = path.join(folder, 'files', id)\n    if ((await sumOf(copy)) === null) return false",
    tests: ['tests/api/backup'],
  },
  // pdf
  {
    what: 'the second page of a quote has no column titles',
    file: 'src/workspace/wizard/quote/quote-pdf.ts',
    from: 'sheets.need(12, tableHead)',
    to: 'sheets.need(12)',
    tests: ['tests/views/wizard/quote-pdf'],
  },
  // ui
  {
    what: 'on the day after the clocks are set forward, what happened yesterday happened "Today"',
    file: 'src/ui/time.ts',
    from: 'Math.round((startOfDay(now) - startOfDay(date)) / day)',
    to: 'Math.floor((startOfDay(now) - startOfDay(date)) / day)',
    tests: ['tests/views/ui'],
  },
  // versions of the prices
  {
    what: 'a change of the prices overwrites one that its author has not seen',
    file: 'server/staff/prices.ts',
    from: '    if (version.revision !== revision) throw changedMeanwhile()\n',
    to: '',
    tests: ['tests/api/staff/prices'],
  },
  {
    what: 'versions of the prices that have taken effect count as planned, so soon nothing can be planned anymore',
    file: 'server/staff/prices.ts',
    from: 'const isPlanned = gt(validFrom, clock)',
    to: 'const isPlanned = sql`${gt(validFrom, clock)} or true`',
    tests: ['tests/api/staff/prices'],
  },
  {
    what: 'an order goes through although its customer has seen a shorter delivery time',
    file: 'server/requests/order-rules.ts',
    from: '  if (seen === current) return\n',
    to: '  if (seen <= current) return\n',
    tests: ['tests/api/staff/prices'],
  },
  {
    what: 'customers are notified of prices that are only planned',
    file: 'server/staff/prices.ts',
    from: 'await noteChange(tx, changed.id, changed.validFrom <= state.now)',
    to: 'await noteChange(tx, changed.id, true)',
    tests: ['tests/api/staff/prices'],
  },
  {
    what: 'the database lets a version of the prices be changed that has taken effect',
    file: 'server/database/migrations/0042_price-versions.sql',
    from: 'WHEN (OLD."valid_from" <= clock_timestamp())',
    to: 'WHEN (false)',
    tests: ['tests/api/staff/prices'],
  },
]
