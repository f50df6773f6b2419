/** The resources that many customers need, calculated from the measured cost of a call. */
import { MB } from '../../../machines/lib/file-size'
import { table } from '../report'

/** CPU time of one call in milliseconds, by part. */
export type Cost = { nodes: number; database: number; storage: number }
/** `bytes` of content pass through a node in each call of this kind. */
export type CallCost = { title: string; perHour: number; bytes: number; cost: Cost }

const CUSTOMERS = 50_000
/** An assumption: one in five customers works in the busiest hour. */
const PRESENT = CUSTOMERS / 5
/** An assumption: the amount of data that a customer stores on average. */
const STORED_MB = 200
/** The most connections that a node opens to PostgreSQL. */
const CONNECTIONS_PER_NODE = 11
/** The memory that PostgreSQL uses for a connection. */
const MB_PER_CONNECTION = 10

const coresText = (value: number) => (Number.isNaN(value) ? 'not measured' : `${value.toFixed(1)} cores`)

/** `calls` are those of a customer in the busiest hour. `nodeBytes` is the memory of the largest node under load. */
export function sizingText(calls: CallCost[], nodeBytes: number): string {
  const perSecond = (amount: (call: CallCost) => number) =>
    calls.reduce((sum, call) => sum + (call.perHour * PRESENT * amount(call)) / 3600, 0)
  const cores = (part: keyof Cost) => perSecond(({ cost }) => cost[part] / 1000)
  // Half of each core stays in reserve, and one of at least two nodes can be replaced.
  const nodes = Math.max(2, Math.ceil(cores('nodes') * 2))
  const megabytes = perSecond(({ bytes }) => bytes / MB)
  return `The calculated requirements for ${CUSTOMERS.toLocaleString('en-US')} customers: one in five works in the busiest hour, each with ${calls
    .map(({ title, perHour }) => `${perHour} × ${title}`)
    .join(', ')}, and each has stored ${STORED_MB} MB. CPU time is that of one core of this machine.

${table(
  ['part', 'in the busiest hour', 'with reserve'],
  [
    ['nodes', coresText(cores('nodes')), `${nodes} nodes of one core`],
    ['memory of a node', `${Math.round(nodeBytes / MB)} MB under load`, '1 GB'],
    ['PostgreSQL', coresText(cores('database')), coresText(cores('database') * 2)],
    [
      'memory of PostgreSQL',
      `${nodes * CONNECTIONS_PER_NODE} connections of at most ${MB_PER_CONNECTION} MB`,
      '4 GB, so that the rows in use stay in memory',
    ],
    ['S3, if it runs on such cores', coresText(cores('storage')), coresText(cores('storage') * 2)],
    ['space in S3', `${((CUSTOMERS * STORED_MB) / MB).toFixed(1)} TB`, 'twice as much with versions or a replica'],
    [
      'bandwidth between S3, nodes and customers',
      `${megabytes.toFixed(0)} MB/s (${((megabytes * MB * 8) / 1e9).toFixed(1)} Gbit/s), each way through the nodes`,
      'twice as much',
    ],
  ],
)}
`
}
