import type { Fault } from './faults'

/**
 * Faults made by another person, who had read the product's code but not its tests: mistakes that are easy to make when
 * code is changed, such as a forgotten condition or the wrong one of two similar values.
 * The list was complete before the first of them was tried.
 */
export const thirdFaults: Fault[] = [
  // Session
  {
    what: 'a session ends at its second refresh if the provider keeps the refresh token',
    file: 'src/session/provider/provider-client.ts',
    from: '    response.refresh_token ??= refresh_token\n',
    to: '',
    tests: ['tests/views/session/provider/oidc'],
  },
  {
    what: 'a provider at which every login expires is asked again forever',
    file: 'machines/session/session.machine.ts',
    from: "(error as Refusal | null)?.kind === 'authentication-expired' && !context.wasRefused,",
    to: "(error as Refusal | null)?.kind === 'authentication-expired',",
    tests: ['tests/model/session/session.test'],
  },
  {
    what: 'a tab whose refresh has failed lends no token, although its own is still valid',
    file: 'src/session/provider/oidc-calls.ts',
    from: 'if (failure && lifetime.left < callValiditySeconds) {',
    to: 'if (failure) {',
    tests: ['tests/views/session/provider/lent-token'],
  },
  {
    what: 'an ID token for several audiences is refused',
    file: 'src/session/provider/provider-client.ts',
    from: 'if (![aud].flat().includes(this.settings.client_id)) return',
    to: 'if (aud !== this.settings.client_id) return',
    tests: ['tests/views/session/provider/oidc'],
  },
  // Site
  {
    what: 'a less-than sign in the title of a news item begins a tag on the prerendered page',
    file: 'server/site/listed-news.ts',
    from: 'const titled = put(dated, /(<h3 [^>]*>)[^<]*/, escaped(title))',
    to: 'const titled = put(dated, /(<h3 [^>]*>)[^<]*/, title)',
    tests: ['tests/server/site/listed-news'],
  },
  {
    what: 'a visitor on the last page of the news sees an empty page after some news was withdrawn',
    file: 'machines/site/news-pager.machine.ts',
    from: 'page: Math.min(page, newsPageCount(output.length, pageSize)),',
    to: 'page,',
    tests: ['tests/model/site/site.test'],
  },
  {
    what: 'what a visitor has expanded collapses when the current publications arrive',
    file: 'machines/site/publications.machine.ts',
    from: 'expanded: context.entries.find(({ id }) => id === entry.id)?.expanded ?? entry.expanded,',
    to: 'expanded: entry.expanded,',
    tests: ['tests/model/site/site.test'],
  },
  {
    what: 'compressed entry scripts are cached for an hour, so pages are broken after a deployment',
    file: 'server/site/site.ts',
    from: 'return /\\.(html|js|json|css)(\\.br|\\.gz)?$/.test(file)',
    to: 'return /\\.(html|js|json|css)$/.test(file)',
    tests: ['tests/server/site/site.test'],
  },
  // Contact form
  {
    what: 'an older draft replaces what was typed into the contact form before it was hydrated',
    file: 'src/site/home/contact-form.tsx',
    from:
      "    if (draft) form.send({ type: 'draft.restored', draft })\n" +
      "    form.send({ type: 'form.hydrated', typed, pressed: takeHeldPress(element.current) })\n",
    to:
      "    form.send({ type: 'form.hydrated', typed, pressed: takeHeldPress(element.current) })\n" +
      "    if (draft) form.send({ type: 'draft.restored', draft })\n",
    tests: ['tests/views/site/contact-draft'],
  },
  {
    what: 'without JavaScript, a message can be sent without accepting the terms',
    file: 'server/site/routes.ts',
    from: "if (!body.acceptsTerms || Object.values(input).includes('')) {",
    to: "if (Object.values(input).includes('')) {",
    tests: ['tests/api/site/contact-form'],
  },
  {
    what: 'the reply to a forwarded message goes to the company itself',
    file: 'server/site/contact-mail.ts',
    from: 'replyTo: addressed(name, email),',
    to: 'replyTo: addressed(name, mail.to),',
    tests: ['tests/server/site/contact-mail'],
  },
  // Projects
  {
    what: 'saving again after a conflict undoes what only the other user has changed',
    file: 'machines/projects/project-edit.machine.ts',
    from: 'const mine = differing(fields, project)\n',
    to: 'const mine = differing(fields, current)\n',
    tests: ['tests/model/projects/project-forms'],
  },
  {
    what: 'an unsaved project is deselected once it is saved in the background',
    file: 'machines/projects/projects.machine.ts',
    from: 'selectedId: context.selectedId === localId ? project.id : context.selectedId,',
    to: 'selectedId: context.selectedId === localId ? null : context.selectedId,',
    tests: ['tests/model/projects/projects.test'],
  },
  {
    what: 'each emoji counts twice toward the length of the name of a project',
    file: 'machines/projects/project-name.ts',
    from: 'return [...trimmed].length > MAX_PROJECT_NAME',
    to: 'return trimmed.length > MAX_PROJECT_NAME',
    tests: ['tests/model/projects/project-forms'],
  },
  {
    what: 'a project that was restored and deleted again is deleted when the first deletion would have ended',
    file: 'server/projects/project-deletion.ts',
    from: 'isNotNull(projects.deletedAt), isLapsed(projects.deletedAt))',
    to: 'isNotNull(projects.deletedAt))',
    tests: ['tests/api/files/undo'],
  },
  // Files
  {
    what: 'links to a file end when an earlier revision of it is restored',
    file: 'server/files/revisions.ts',
    from: "  await moveShares(tx, listed.id, revisionId)\n  return 'restored'",
    to: "  return 'restored'",
    tests: ['tests/api/files/revisions'],
  },
  {
    what: 'the page counts only the newest revision of a deleted file as free space',
    file: 'machines/files/file-listing.ts',
    from: '(sum, { size, total_size = size }) => sum + total_size, 0)',
    to: '(sum, { size }) => sum + size, 0)',
    tests: ['tests/model/files/files.test'],
  },
  {
    what: 'a number makes a long file name longer than file systems allow',
    file: 'machines/files/file-names.ts',
    from: 'cutTo(PART_BYTES - bytesOf(number), stem)',
    to: 'cutTo(PART_BYTES, stem)',
    tests: ['tests/model/files/file-names'],
  },
  {
    what: 'an upload is refused because a report has its name',
    file: 'server/files/store-files.ts',
    from: '.where(and(eq(files.projectId, projectId), inFolder(folder), isTaken, isOther))',
    to: '.where(and(eq(files.projectId, projectId), isTaken, isOther))',
    tests: ['tests/api/files/file-names'],
  },
  // Transfers
  {
    what: 'files in a zip are dated one month too early',
    file: 'server/transfers/zip.ts',
    from: '((date.getUTCMonth() + 1) << 5)',
    to: '(date.getUTCMonth() << 5)',
    tests: ['tests/api/transfers/zip'],
  },
  {
    what: 'a file that was changed since its upload was interrupted is appended to its old beginning',
    file: 'machines/transfers/upload-retries.ts',
    from: 'return earlier?.modified === item.modified ?',
    to: 'return earlier ?',
    tests: ['tests/model/transfers/upload-drafts'],
  },
  {
    what: 'a browser whose proxy has weakened the version of a file gets the whole file again',
    file: 'server/transfers/byte-range.ts',
    from: "return known.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()))",
    to: "return known.split(',').some((one) => ['*', etag].includes(one.trim()))",
    tests: ['tests/server/transfers/byte-range'],
  },
  // Previews and formats
  {
    what: 'the symbols of an ODB++ layer that have a unit of their own are drawn in that of the layer',
    file: 'src/formats/odb/odb-features.ts',
    from: "const own = symbol[3] === 'I' ? inch.symbol : symbol[3] === 'M' ? mm.symbol : null",
    to: 'const own = null',
    tests: ['tests/formats/corpus/odb-drawing'],
  },
  {
    what: 'the minimum and the maximum corner of an IBIS curve are swapped',
    file: 'src/formats/models/ibis.ts',
    from: 'const [x = Number.NaN, typ = Number.NaN, min = Number.NaN, max = Number.NaN] = numbers',
    to: 'const [x = Number.NaN, typ = Number.NaN, max = Number.NaN, min = Number.NaN] = numbers',
    tests: ['tests/formats/corpus/models'],
  },
  {
    what: 'a stackup in micrometers is refused if its unit is written with the Greek letter',
    file: 'src/formats/stackup/stackup-table.ts',
    from: "  ['\u03bcm', 0.001],\n",
    to: '',
    tests: ['tests/formats/stackups'],
  },
  {
    what: 'the copper layers of an IPC-2581 board have the order of the file instead of their sequence',
    file: 'src/formats/ipc2581/ipc2581-stackup.ts',
    from: 'return this.#layers.toSorted((a, b) => a.sequence - b.sequence).map(({ name }) => name)',
    to: 'return this.#layers.map(({ name }) => name)',
    tests: ['tests/formats/corpus/ipc2581'],
  },
  {
    what: 'pads on both outer layers of a KiCad board are missing on the bottom',
    file: 'src/formats/kicad/kicad-pad.ts',
    from: 'const isOuter = index === 0 || index === last',
    to: 'const isOuter = index === 0',
    tests: ['tests/formats/kicad-board'],
  },
  {
    what: 'an exported two-port of version 2 states that S12 precedes S21',
    file: 'src/formats/touchstone/touchstone-writer.ts',
    from: "['[Two-Port Data Order] 21_12']",
    to: "['[Two-Port Data Order] 12_21']",
    tests: ['tests/formats/network/touchstone-writer'],
  },
  {
    what: 'the supplies 12V+ and 12V- count as a differential pair',
    file: 'src/formats/nets/differential-pairs.ts',
    from: "if (isPowerName(positive) || (sign === '+' && isPowerName(before))) continue",
    to: 'if (isPowerName(positive)) continue',
    tests: ['tests/formats/nets/net-groups'],
  },
  {
    what: 'the vias of an IPC-D-356 netlist count as pins',
    file: 'src/formats/nets/netlists.ts',
    from: "if (component !== '' && component.toUpperCase() !== 'VIA') pins.add",
    to: "if (component !== '') pins.add",
    tests: ['tests/formats/nets/nets.test'],
  },
  {
    what: 'a negative plane that only the job file of its set describes is drawn as positive',
    file: 'src/formats/gerber/layer-role.ts',
    from: "const isNegative = role?.type === 'copper' && FilePolarity === 'Negative'",
    to: "const isNegative = role?.type === 'copper' && FilePolarity === 'negative'",
    tests: ['tests/formats/corpus/gerber-sets'],
  },
  {
    what: 'a board that is seen from below moves against the pointer',
    file: 'machines/previews/board/board-viewport.ts',
    from: 'x: x + (isFlipped ? -at.x : at.x) / scale,',
    to: 'x: x + at.x / scale,',
    tests: ['tests/model/previews/board/board-view'],
  },
  {
    what: 'in files whose y axis points up, the position of the pointer has the wrong sign',
    file: 'src/workspace/previews/board/board-position.tsx',
    from: 'y ${inBothUnits(isYUp ? -at.y : at.y)}`',
    to: 'y ${inBothUnits(at.y)}`',
    tests: ['tests/views/previews/board-position'],
  },
  {
    what: 'a chart of a table connects its points in the order of the rows instead of along the axis',
    file: 'machines/previews/text/table-plot.ts',
    from: '  rows.sort((one, other) => placeOf(one) - placeOf(other))\n',
    to: '',
    tests: ['tests/model/previews/text/table-plot'],
  },
  // Analysis
  {
    what: 'an inductive reflection is shown with the impedance of a capacitive one',
    file: 'machines/previews/network/smith-chart.ts',
    from: 'reactance: (reference * 2 * y) / divisor,',
    to: 'reactance: (reference * -2 * y) / divisor,',
    tests: ['tests/analysis/curves'],
  },
  {
    what: 'a position on an impedance profile is twice as far away, because the way back counts',
    file: 'machines/previews/network/impedance-profile.ts',
    from: '(time * LIGHT_MM) / (2 * Math.sqrt(permittivity))',
    to: '(time * LIGHT_MM) / Math.sqrt(permittivity)',
    tests: ['tests/model-based/surfaces/previews/network/network-analysis'],
  },
  {
    what: 'the rise time of a step is that from 20 to 80 percent instead of 10 to 90',
    file: 'src/analysis/time-domain.ts',
    from: '/ 2.563_103_131',
    to: '/ 1.683_242_467',
    tests: ['tests/analysis/time-domain'],
  },
  {
    what: 'an inverting line has the phase delay of one that does not invert',
    file: 'src/analysis/delays.ts',
    from: 'const turns = 360 * Math.round(atZero / 360)',
    to: 'const turns = 180 * Math.round(atZero / 180)',
    tests: ['tests/analysis/curves'],
  },
  {
    what: 'the reciprocity of a network looks better, because each pair of ports counts half',
    file: 'src/analysis/network/network-checks.ts',
    from: 'sums[at]! += (2 * value) / (ports * (ports - 1))',
    to: 'sums[at]! += value / (ports * (ports - 1))',
    tests: ['tests/analysis/network-checks'],
  },
  {
    what: 'the permittivity of a stripline between two materials does not depend on its distance to them',
    file: 'src/analysis/lines/stripline.ts',
    from: 'const permittivity = (above.dk * top + below.dk * bottom) / (top + bottom)',
    to: 'const permittivity = (above.dk + below.dk) / 2',
    tests: ['tests/analysis/net-facts/lines'],
  },
  {
    what: 'the taps of a transmitter before and after the main one are swapped',
    file: 'src/analysis/eye/pulse-response.ts',
    from: 'preTap * (pulse[at + SAMPLES] ?? 0) + postTap * (pulse[at - SAMPLES] ?? 0),',
    to: 'preTap * (pulse[at - SAMPLES] ?? 0) + postTap * (pulse[at + SAMPLES] ?? 0),',
    tests: ['tests/analysis/measured-eyes'],
  },
  // Wizard
  {
    what: 'an impedance that was entered is lost when the type of its row is changed',
    file: 'machines/wizard/request-rules.ts',
    from: "...(isOther && wasForced && { target_impedance: '' })",
    to: "...((isOther || wasForced) && { target_impedance: '' })",
    tests: ['tests/model/wizard/request-rules'],
  },
  {
    what: 'customers in a state without a rate of its own pay the tax of another state',
    file: 'machines/wizard/billing/tax.ts',
    from: 'ofCountry.find((rate) => rate.region === undefined) ??',
    to: 'ofCountry[0] ??',
    tests: ['tests/model/wizard/tax'],
  },
  {
    what: 'the region of the previous country stays when another country is chosen',
    file: 'machines/wizard/billing/request-billing.ts',
    from: "  if (fields.country !== undefined && fields.country !== billing.details.country) details.region = ''\n",
    to: '',
    tests: ['tests/model/wizard/request-billing'],
  },
  {
    what: 'an order that is already among the unpaid ones counts twice toward the budget',
    file: 'machines/wizard/rows/budget-use.ts',
    from: 'const used = spent + open + (isCounted ? 0 : cents)',
    to: 'const used = spent + open + cents',
    tests: ['tests/model/wizard/budget-use'],
  },
  {
    what: 'nothing is said about a clock that has only one net of its pair',
    file: 'machines/wizard/preflight-nets.ts',
    from: 'const named = new Set([...signal_nets, ...clock_signal])',
    to: 'const named = new Set(signal_nets)',
    tests: ['tests/model/wizard/preflight.test'],
  },
  // Requests and payment
  {
    what: 'an order that is sent again with other billing details is invoiced with the old ones',
    file: 'server/requests/checkout.ts',
    from: '          ...(billing && { billing }),\n',
    to: '',
    tests: ['tests/api/requests/tax-and-billing'],
  },
  {
    what: 'a credit note is dated when the refund was decided on, not when it was made',
    file: 'machines/requests/invoice-document.ts',
    from: "['Date', dayOf(credited)],",
    to: "['Date', dayOf(created)],",
    tests: ['tests/model/requests/invoice-document'],
  },
  // Sharing
  {
    what: 'the link of an invitation reports that it has been used when its member opens it again',
    file: 'server/sharing/invitations.ts',
    from: "    if (row.status === 'accepted' && isMember) return\n",
    to: '',
    tests: ['tests/api/sharing/invitations'],
  },
  {
    what: 'a tab with an older token takes the roles away that a newer one has',
    file: 'server/sharing/users.ts',
    from: 'roles: sql`case when ${isOlder} then ${users.roles} else excluded.roles end`,',
    to: 'roles: sql`excluded.roles`,',
    tests: ['tests/api/staff/customers'],
  },
  // Comments
  {
    what: 'resolving a thread again replaces the name of the person who has resolved it',
    file: 'server/comments/routes.ts',
    from: '.where(and(eq(comments.id, comment.id), isOther))',
    to: '.where(eq(comments.id, comment.id))',
    tests: ['tests/api/comments/comments.test'],
  },
  {
    what: 'a comment on a view with several highlighted nets is attached to the first of them',
    file: 'machines/comments/comment-anchor.ts',
    from: 'if (net !== undefined && nets.length === 1) return',
    to: 'if (net !== undefined) return',
    tests: ['tests/model/comments/comments.test'],
  },
  // Notices
  {
    what: 'notices that were read before the digest was sent are in it',
    file: 'server/notices/mail.ts',
    from: '        isNull(notices.readAt),\n        isNull(projects.deletedAt),',
    to: '        isNull(projects.deletedAt),',
    tests: ['tests/api/notices/notice-mail'],
  },
  {
    what: 'marking all notices as read marks only the oldest of them on the server',
    file: 'machines/notices/notices.machine.ts',
    from: "{ until: notices[0]?.created ?? '' }",
    to: "{ until: notices.at(-1)?.created ?? '' }",
    tests: ['tests/model/notices/notices.test'],
  },
  // Staff
  {
    what: 'what trial orders would have cost counts as spent by their customer',
    file: 'server/staff/customers.ts',
    from: 'sql`${requests.paidAt} is not null and not ${requests.isTrial}`',
    to: 'sql`${requests.paidAt} is not null`',
    tests: ['tests/api/staff/customers'],
  },
  {
    what: 'the warning about prices that the next version reverts ignores the power integrity rows',
    file: 'machines/staff/prices/price-plan.ts',
    from: 'const found = versions.map(({ si, pi }) => [...si, ...pi].find((row) => row.name === name))',
    to: 'const found = versions.map(({ si }) => si.find((row) => row.name === name))',
    tests: ['tests/model/staff/staff-prices'],
  },
  // Jobs
  {
    what: 'stopping a server counts as a failed attempt of the jobs that it is running',
    file: 'server/jobs/worker.ts',
    from: '      if (stopping.aborted) {\n        await releaseJob(db, job)\n        return\n      }\n',
    to: '',
    tests: ['tests/api/jobs.test'],
  },
  // Transactions
  {
    what: 'a person who was removed from a project during an upload still stores the file',
    file: 'server/transfers/upload-commit.ts',
    from: "    await assertAllowed(tx, 'uploadFiles', uploading)\n",
    to: '',
    tests: ['tests/api/transfers/lost-rights'],
  },
  // Object storage and disk
  {
    what: 'the daily cleanup deletes the content of uploads that are just arriving',
    file: 'server/files/verification.ts',
    from: "if (isOld(stored)) yield { kind: 'orphan'",
    to: "yield { kind: 'orphan'",
    tests: ['tests/api/files/verification'],
  },
]
