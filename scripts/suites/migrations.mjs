// npm run test:migrations: runs the version before the newest migration beside the current one, on one PostgreSQL
// database and one folder of files. Both must keep working: this is the policy for migrations (docs/deployment.md).
// Needs the history of the repository. Both versions run with the current packages.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from '../prepare.mjs'
import { freePorts } from '../run/free-ports.mjs'
import { startPostgres } from '../run/postgres.mjs'
import { endAllWithThis } from '../run/processes.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'migrations-'))
const children = []
endAllWithThis(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

await ensureInstalled()
const { tsImport } = await import('tsx/esm/api')
const { signIn } = await tsImport('../../tests/support/sign-in.ts', import.meta.url)
const { caller, createProject, expected, upload } = await tsImport('../../tests/api/caller.ts', import.meta.url)

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30 }).trim()
const journal = JSON.parse(readFileSync(path.join(root, 'server/database/migrations/meta/_journal.json'), 'utf8'))
const newest = `server/database/migrations/${journal.entries.at(-1).tag}.sql`
const added = git('log', '--diff-filter=A', '-1', '--format=%H', '--', newest)
if (!added) throw new Error(`${newest} is not committed.`)
const before = `${added}^`

let failure = null
chmodSync(folder, 0o711)
const home = path.join(folder, 'postgres')
mkdirSync(home)
const database = await startPostgres(home)
if (database.missing) {
  console.log(`SKIPPED: ${database.missing}.`)
  process.exit(0)
}
try {
  console.log(
    `${git('log', '-1', '--format=%h %s', before)}\nbeside the current version, with ${path.basename(newest)}`,
  )
  const old = path.join(folder, 'old')
  mkdirSync(old)
  execFileSync('tar', ['-x', '-C', old], {
    input: execFileSync('git', ['archive', before], { cwd: root, maxBuffer: 1 << 30 }),
  })
  symlinkSync(path.join(root, 'node_modules'), path.join(old, 'node_modules'))
  for (const version of [old, root])
    execFileSync(process.execPath, ['scripts/build-server.mjs'], { cwd: version, stdio: 'inherit' })

  // The previous version creates the database. Then the current one migrates it while the previous one is running.
  const previous = await startNode(old)
  const early = await enter(previous)
  const project = await createProject(early, 'Before the migration')
  const [kept] = await upload(early, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
  await comment(early, kept.id)
  const current = await startNode(root)

  for (const [writer, reader] of [
    [previous, current],
    [current, previous],
  ]) {
    const author = await enter(writer)
    const other = await enter(reader)
    const name = `${writer.name}, then ${reader.name}`
    const own = await createProject(author, name)
    const [board] = await upload(author, own.id, { 'board.kicad_pcb': name })
    const download = await other.call('GET', `/v1/files/${board.id}/download`)
    if (download.status !== 200 || download.bytes.toString() !== name) throw new Error(`${name}: the download failed.`)
    await upload(other, own.id, { 'stackup.csv': 'a,b' })
    await comment(author, board.id)
    const { id, url } = await order(author, own.id, board.id)
    // Pages of the current version send the turnaround, even to nodes of the previous one.
    await order(author, own.id, board.id, { 'turnaround-days': '10' })
    const paid = await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
    if (paid.status !== 303) throw new Error(`${name}: the payment responded with ${paid.status}.`)
    for (const one of [author, other]) {
      const request = expected(await one.call('GET', `/v1/simulation-requests/${id}`), 200)
      if (request.status !== 'paid') throw new Error(`${name}: the request is ${request.status}.`)
      const listed = expected(await one.call('GET', '/v1/projects'), 200)
      for (const { id: projectId, openComments } of listed.filter((entry) => [project.id, own.id].includes(entry.id)))
        if (openComments !== 1) throw new Error(`${name}: project ${projectId} has ${openComments} open comments.`)
      expected(await one.call('GET', `/v1/projects/${project.id}/files`), 200)
    }
  }
  // Database triggers count what the previous version changes.
  const late = await enter(current)
  const counted = await createProject(early, 'Counted')
  const [board, notes] = await upload(early, counted.id, { 'board.kicad_pcb': '(kicad_pcb)', 'notes.csv': 'a,b' })
  const thread = await comment(early, board.id)
  await comment(early, board.id)
  await comment(early, notes.id)
  const steps = [
    [3, 'GET', `/v1/projects/${counted.id}/files`],
    [2, 'PUT', `/v1/comments/${thread.id}/resolution`, { json: { resolved: true } }],
    [1, 'DELETE', `/v1/files/${notes.id}`],
    [2, 'POST', `/v1/files/${notes.id}/restore`],
  ]
  for (const [open, method, ...call] of steps) {
    const answer = await early.call(method, ...call)
    if (answer.status >= 300)
      throw new Error(`${method} ${call[0]}: the previous version responded with ${answer.status}.`)
    const listed = expected(await late.call('GET', '/v1/projects'), 200)
    const { openComments } = listed.find(({ id }) => id === counted.id)
    if (openComments !== open) throw new Error(`${method} ${call[0]}: ${openComments} open comments, not ${open}.`)
  }
  console.log('1 passed, 0 failed')
} catch (error) {
  failure = error
  console.error(error)
  console.log('0 passed, 1 failed')
}
for (const child of children) child.kill('SIGINT')
await database.stop()
process.exit(failure ? 1 : 0)

/** Starts a node of a version and waits until it is ready. All nodes share the database and the folder of files. */
async function startNode(version) {
  const port = await freePorts(4)
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: version,
    env: { ...process.env, PORT: String(port), DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (piece) => String(piece).includes('Stop: Ctrl-C') && resolve())
    child.once('exit', (code) => reject(new Error(`The server in ${version} exited with ${code}.`)))
  })
  const publicUrl = `http://localhost:${port}`
  const oidc = { issuer: `http://localhost:${port + 1}/realms/pcb`, clientId: 'pcb-web', audience: 'pcb-api' }
  return { name: version === root ? 'current' : 'previous', config: { publicUrl, oidc } }
}

async function enter(node) {
  const { tokens } = await signIn(node, 'user')
  const who = caller(`${node.config.publicUrl}/api`, tokens.access_token)
  return { ...who, ...expected(await who.call('GET', '/v1/users/me'), 200) }
}

async function comment(who, fileId) {
  const json = { id: crypto.randomUUID(), text: 'Why?' }
  return expected(await who.call('POST', `/v1/files/${fileId}/comments`, { json }), 201)
}

async function order(who, projectId, layoutId, headers = {}) {
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
  const files = { layout_file_id: layoutId, stackup_file_id: null, material_file_id: null }
  const json = { project_id: projectId, ...files, total: 1000, si: [], pi: [row] }
  return expected(await who.call('POST', '/payments/checkout', { json, headers }), 200)
}
