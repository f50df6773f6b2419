/**
 * Maps the networks of a delivery to the rows of a request interactively: asks questions, and shows what each row would
 * report.
 */
import { engineeringText } from '../../machines/previews/engineering-number'
import { netText } from '../../machines/wizard/board/net-list'
import type { RequestRow } from '../../server/requests/store'
import { linesOf } from '../../src/analysis/network/network-lines'
import { lossBudgets } from '../../src/analysis/loss-budgets'
import { parseManifest } from '../../src/analysis/report/delivery-manifest'
import { deliveryReport } from '../../src/analysis/report/delivery-report'
import {
  budgetLimits,
  touchstoneNetworks,
  suggestedBudget,
  suggestedTarget,
  type UncheckedRow,
} from '../../src/analysis/report/suggested-rows'
import type { Network } from '../../src/formats/touchstone/network'
import { reportText } from './delivery'

/** The interface through which the mapping communicates with the operator. An empty answer accepts the suggestion. */
export interface Talk {
  ask: (question: string) => Promise<string>
  print: (text: string) => void
}

/** The rows of a manifest as selected by the operator. Rows without a network are omitted. */
export async function mappedRows(
  { si, pi }: Pick<RequestRow, 'si' | 'pi'>,
  files: ReadonlyMap<string, Uint8Array>,
  talk: Talk,
): Promise<UncheckedRow[]> {
  const networks = touchstoneNetworks(files)
  if (networks.size === 0) talk.print('None of the files is a Touchstone file.')
  const ordered = { si: si.length, pi: pi.length }
  const rows: UncheckedRow[] = []
  /** Repeats the questions until the operator keeps the computed row or skips it. */
  const mapped = async (
    title: string,
    isFit: (network: Network) => boolean,
    build: (name: string, network: Network) => Promise<UncheckedRow>,
  ) => {
    for (;;) {
      const name = await chosenFile(title, new Map([...networks].filter(([, network]) => isFit(network))), talk)
      const chosen = name === null ? undefined : networks.get(name)
      if (name === null || !chosen) return
      try {
        const row = await build(name, chosen)
        const manifest = parseManifest(JSON.stringify({ rows: [row] }))
        talk.print(reportText(deliveryReport(manifest, files, ordered)))
        if (isYes(await talk.ask('Keep this row? (yes)'), true)) {
          rows.push(row)
          return
        }
      } catch (error) {
        talk.print(error instanceof Error ? error.message : 'The row cannot be computed.')
      }
    }
  }
  for (const [at, row] of si.entries()) {
    const title = `SI ${at + 1}: ${row.interface}, ${row.speed}, ${netText(row.signal_nets)}`
    await mapped(
      title,
      ({ ports }) => ports >= 2,
      async (network, read) => ({
        ...{ row: `SI ${at + 1}`, kind: 'channel', network },
        ...(await chosenLine(read, talk)),
        limits: await chosenLimits(row.interface, talk),
      }),
    )
  }
  for (const [at, row] of pi.entries()) {
    const title = `PI ${at + 1}: ${row.type}, ${row.power_net}, target ${row.target_impedance}`
    if (row.type === 'PowerDC') {
      talk.print(`${title}: add the voltages of its pins to delivery.json (docs/operations.md, Reports).`)
      continue
    }
    await mapped(
      title,
      ({ ports }) => ports <= 2,
      async (network, read) => ({
        ...{ row: `PI ${at + 1}`, kind: 'supply', network },
        method: read.ports === 1 ? 'reflection' : 'shunt-through',
        target: await chosenTarget(row.target_impedance, read, talk),
      }),
    )
  }
  return rows
}

async function chosenFile(title: string, networks: Map<string, Network>, { ask, print }: Talk): Promise<string | null> {
  const names = [...networks.keys()]
  print(title)
  for (const [at, [name, { ports, frequencies }]] of [...networks].entries()) {
    const range = [frequencies[0] ?? 0, frequencies.at(-1) ?? 0].map((one) => engineeringText(one, 'Hz')).join(' to ')
    print(`  ${at + 1}  ${name}, ${ports === 1 ? '1 port' : `${ports} ports`}, ${range}`)
  }
  const index = await chosenIndex(
    `Which file? ${names.length > 0 ? '(1, ' : '('}0 for none)`,
    names.length,
    names.length > 0 ? 1 : 0,
    ask,
  )
  return names[index - 1] ?? null
}

async function chosenLine(network: Network, { ask, print }: Talk): Promise<{ near: number[]; far: number[] }> {
  const lines = linesOf(network).slice(0, 20)
  for (const [at, { near, far }] of lines.entries()) print(`  ${at + 1}  ports ${near.join(',')} to ${far.join(',')}`)
  const line = lines[(await chosenIndex('Which line? (1)', lines.length, 1, ask, 1)) - 1]
  if (!line) throw new RangeError('The network has no line.')
  return line
}

async function chosenLimits(name: string, { ask, print }: Talk): Promise<UncheckedRow[]> {
  for (const [at, budget] of lossBudgets.entries()) print(`  ${at + 1}  ${budget.name}`)
  const suggested = lossBudgets.findIndex((budget) => budget === suggestedBudget(name)) + 1
  const index = await chosenIndex(`Which budget? (${suggested}, 0 for none)`, lossBudgets.length, suggested, ask)
  const budget = lossBudgets[index - 1]
  return budget ? budgetLimits(budget) : []
}

async function chosenTarget(wanted: string, network: Network, { ask }: Talk) {
  const suggested = suggestedTarget(wanted, network)
  const ohms = await numberOf(
    `Target impedance in ohms?${suggested.ohms ? ` (${suggested.ohms})` : ''}`,
    suggested.ohms,
    ask,
  )
  const from = await numberOf(`From which frequency in Hz? (${suggested.from})`, suggested.from, ask)
  const to = await numberOf(`Up to which frequency in Hz? (${suggested.to})`, suggested.to, ask)
  return {
    points: [
      [from, ohms],
      [to, ohms],
    ],
  }
}

async function chosenIndex(question: string, count: number, suggested: number, ask: Talk['ask'], least = 0) {
  for (;;) {
    const answer = (await ask(question)).trim()
    const index = answer === '' ? suggested : Number(answer)
    if (Number.isInteger(index) && index >= least && index <= count) return index
  }
}

async function numberOf(question: string, suggested: number, ask: Talk['ask']): Promise<number> {
  for (;;) {
    const answer = (await ask(question)).trim()
    const value = answer === '' ? suggested : Number(answer)
    if (Number.isFinite(value) && value > 0) return value
  }
}

export const isYes = (answer: string, suggested: boolean) =>
  answer.trim() === '' ? suggested : answer.trim().toLowerCase() === 'yes'
