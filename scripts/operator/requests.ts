/**
 * npm run requests: lists and processes simulation requests. Without a command, it prints the available commands.
 * Uses the database and files from the environment (DATA_DIR, DATABASE_URL). The embedded database is only accessible
 * while the server is stopped.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { dollarText } from '../../machines/lib/dollars'
import { requestNumber } from '../../machines/requests/request-number'
import { netText } from '../../machines/wizard/board/net-list'
import { taxText } from '../../machines/wizard/billing/tax'
import { readConfig } from '../../server/config'
import { lockFolder } from '../../server/database/lock'
import { deliver } from '../../server/requests/delivery'
import { everyRequest, Refused as RequestRefused, requestById, take } from '../../server/requests/request-steps'
import { paymentsFor } from '../../server/payments/configured-provider'
import { openDatabase } from '../../server/database/database'
import { operatorDatabaseLimits } from '../../server/database/server-pool'
import { openStorage } from '../../server/storage/open-storage'
import type { RequestRow } from '../../server/requests/store'
import { ManifestError } from '../../src/analysis/report/delivery-manifest'
import { contentsOf, manifestName, readDelivery, reportText } from './delivery'
import { isYes, mappedRows } from './mapping'
import { endWith, Refused } from './command-failure'

const usage = `npm run requests -- COMMAND
  list                 every request: number, id, date, status, total, project
  show NUMBER          one request with its files, rows and dates; NUMBER is SI-1001 or the request's id
  start NUMBER         marks a paid request as in progress
  map NUMBER FILE...   asks which of these files belong to which row, shows what each row would report,
                       and writes delivery.json beside the first file
  check NUMBER FILE... prints what a delivery of these files would report, and changes nothing
  deliver NUMBER FILE...
                       adds the files to the project's Reports and marks the request as delivered;
                       a file named delivery.json maps the others to the rows of the request (docs/operations.md)
  cancel NUMBER        cancels a request that has not been delivered; refund a payment on the page of the request, under /staff`

const [command = '', id = '', ...paths] = process.argv.slice(2)

type Listed = ReturnType<typeof everyRequest> extends AsyncGenerator<infer Row> ? Row : never

const line = ({ row, projectName, hasLayout }: Listed) =>
  [
    requestNumber(row.number).padEnd(8),
    row.id,
    row.created.toISOString().slice(0, 10),
    row.status.padEnd(16),
    `$${row.total}`.padStart(8),
    projectName ?? '(deleted project)',
    ...(row.isTrial ? ['(trial)'] : []),
    ...(hasLayout ? [] : ['(deleted layout file)']),
  ].join('  ')

function details(row: RequestRow): string {
  const dates = { created: row.created, paid: row.paidAt, started: row.startedAt, delivered: row.deliveredAt }
  const files = { layout: row.layout, stackup: row.stackup, material: row.material }
  return [
    `Request ${requestNumber(row.number)}`,
    `  id              ${row.id}`,
    `  status          ${row.status}`,
    `  ordered by      ${row.createdByName}`,
    ...(row.isTrial ? ['  trial           yes: ordered on a trial site; do not fulfill'] : []),
    `  project         ${row.projectId}`,
    `  purchase order  ${row.purchaseOrder ?? 'none'}`,
    `  total           $${row.total}`,
    ...(row.tax ? [`  tax             ${taxText(row.tax)}, ${dollarText(row.tax.cents)}`] : []),
    ...Object.entries({ ...dates, cancelled: row.cancelledAt }).flatMap(([name, date]) =>
      date ? [`  ${name.padEnd(14)}  ${date.toISOString()}`] : [],
    ),
    ...Object.entries(files).flatMap(([name, file]) =>
      file ? [`  ${name.padEnd(14)}  ${file.name}`, `  ${''.padEnd(14)}  SHA-256 ${file.sha256}`] : [],
    ),
    ...row.si.map(
      (one) =>
        `  ${one.interface}: ${netText(one.signal_nets)} over ${netText(one.ground_nets)}, ${one.speed}, clock ${netText(one.clock_signal)}, $${one.unit_price}`,
    ),
    ...row.pi.map(
      (one) =>
        `  ${one.type}: ${one.power_net} over ${one.ground_net}, target impedance ${one.target_impedance}, $${one.unit_price}`,
    ),
  ].join('\n')
}

async function run() {
  if (!['list', 'show', 'start', 'map', 'check', 'deliver', 'cancel'].includes(command)) throw new Refused(usage)
  const config = readConfig(process.env)
  const { databaseUrl, dataDir } = config
  const lock = databaseUrl === null ? await lockFolder(dataDir) : null
  try {
    const database = await openDatabase({ url: databaseUrl, dataDir, limits: operatorDatabaseLimits })
    const { db } = database
    try {
      if (command === 'list') {
        let count = 0
        for await (const request of everyRequest(db)) {
          console.log(line(request))
          count++
        }
        console.log(count === 1 ? '1 request' : `${count} requests`)
      } else if (command === 'map') {
        await map(await requestById(db, id))
      } else if (command === 'check' || command === 'deliver') {
        const { report, files } = await readDelivery(await requestById(db, id), paths)
        if (command === 'check' && !report) throw new Refused(`Nothing can be checked without ${manifestName}.`)
        if (report) console.log(reportText(report))
        if (command === 'check') return
        if (report && !(await isConfirmed())) throw new Refused('Nothing was changed.')
        const storage = await openStorage(config)
        console.log(details(await deliver({ db, storage, usual: config }, id, files, report)))
      } else if (command === 'start' || command === 'cancel') {
        console.log(details(await take({ db, payments: await paymentsFor(config, db) }, command, id)))
      } else console.log(details(await requestById(db, id)))
    } finally {
      await database.close()
    }
  } finally {
    await lock?.release()
  }
}

/** Writes the manifest of a delivery from the answers of the operator. An existing file is not replaced. */
async function map(request: RequestRow) {
  const [first] = paths
  if (first === undefined) throw new Refused('Specify the files to map.')
  const target = path.join(path.dirname(first), manifestName)
  const terminal = createInterface({ input: process.stdin })
  const lines = terminal[Symbol.asyncIterator]()
  const talk = {
    print: (text: string) => console.log(text),
    ask: async (question: string) => {
      console.log(question)
      const line = await lines.next()
      if (line.done) throw new Refused('Nothing was written.')
      return line.value
    },
  }
  try {
    const rows = await mappedRows(request, await contentsOf(paths), talk)
    if (rows.length === 0) throw new Refused('No row has a network, so nothing was written.')
    if (!isYes(await talk.ask(`Write ${target}? (yes)`), true)) throw new Refused('Nothing was written.')
    await writeFile(target, `${JSON.stringify({ rows }, null, 2)}\n`, { flag: 'wx' }).catch((cause: unknown) => {
      throw new Refused(`${target} already exists or cannot be written.`, { cause })
    })
    console.log(
      `Wrote ${target}. Add your words and assumptions to it, then run: npm run requests -- check ${request.id} ...`,
    )
  } finally {
    terminal.close()
  }
}

/** Asks for confirmation before the customer can see the report. */
async function isConfirmed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  console.log('Type "yes" to deliver this report:')
  const answer = await new Promise<string>((resolve) => {
    terminal.once('line', resolve)
    terminal.once('close', () => resolve(''))
  })
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

run().catch(endWith(ManifestError, RequestRefused))
