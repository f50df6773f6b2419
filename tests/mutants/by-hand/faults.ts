/**
 * Faults made by hand, of kinds that the operators in mutations.ts do not make. `npm run test:by-hand`
 * introduces them one after the other, and fails if the tests do not notice one.
 */
export type Fault = {
  what: string
  /** The faulty file, and a text in it that occurs only there. */
  file: string
  from: string
  to: string
  /** The tests that should notice it: paths, or parts of them. */
  tests: string[]
}

const inMillis = "...['MILS', 'MIL', 'THOU'].map((name) => [name, 0.0254] as const),"

export const faults: Fault[] = [
  {
    what: 'a draft that is started over keeps the key of the paid one',
    file: 'machines/wizard/request-context.ts',
    from: '  key: newKey(),\n  step:',
    to: '  step:',
    tests: ['tests/model/wizard'],
  },
  {
    what: "the edit dialog restores another project's draft",
    file: 'src/workspace/projects/edit-project-dialog.tsx',
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
    tests: ['tests/api/transfers', 'tests/api/storage'],
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
    file: 'src/workspace/wizard/use-request-row.ts',
    from: 'const checked = useSelector(actor, request.showsProblemsOf)',
    to: 'const checked = true',
    tests: ['tests/views/wizard/missing-fields'],
  },
  {
    what: 'the remark of a preview stays when the next file is shown',
    file: 'machines/previews/file-preview.machine.ts',
    from: '{ failure: null, fallback: null, remark: null }',
    to: '{ failure: null, fallback: null }',
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
    file: 'src/session/token-lifetime.ts',
    from: 'Math.max(performance.now() - this.#monotonic, Date.now() - this.#wall)',
    to: 'performance.now() - this.#monotonic',
    tests: ['tests/views/session'],
  },
  {
    what: 'setting the clock back extends the lifetime of a token',
    file: 'src/session/token-lifetime.ts',
    from: 'Math.max(performance.now() - this.#monotonic, Date.now() - this.#wall)',
    to: 'Date.now() - this.#wall',
    tests: ['tests/views/session'],
  },
]
