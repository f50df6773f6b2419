/** The delivered simulation request of the sample project, which shows what a delivery contains. */
import type { Db } from '../database/database'
import { requestReports, simulationRequests } from '../database/schema'
import { pinFiles } from '../files/pinned-files'
import type { ComputedReport } from '../requests/delivery'
import type { Received } from '../storage/received-content'
// report.json is written by tests/analysis/report/sample-report.test.ts.
import computed from './report.json' with { type: 'json' }

type DeliveredFile = Pick<Received, 'id' | 'size' | 'sha256'> & { name: string; folder: 'inputs' | 'reports' }

const report = computed as ComputedReport

/** Stores a delivered request with its report. It cost nothing, so it does not prevent the project's deletion. */
export async function addSampleDelivery(
  tx: Db,
  projectId: string,
  owner: { id: string; fullname: string },
  received: DeliveredFile[],
): Promise<void> {
  const pinned = received.map(({ id, name, size, sha256 }) => ({ id, name, size, sha256 }))
  const [layout, stackup = null] = pinned
  if (!layout) throw new Error('The sample project has no layout.')
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const [request] = await tx
    .insert(simulationRequests)
    .values({
      number: null,
      projectId,
      status: 'delivered',
      total: 0,
      si: [
        {
          interface: 'PCIE-Gen5',
          speed: '32GT/s',
          signal_nets: ['PCIE_RX0_P', 'PCIE_RX0_N', 'PCIE_TX0_P', 'PCIE_TX0_N'],
          ground_nets: ['GND'],
          clock_signal: ['N/A'],
          unit_price: 0,
        },
      ],
      pi: [{ type: 'PowerAC', power_net: '+3V3', ground_net: 'GND', target_impedance: '58.9 mOhm', unit_price: 0 }],
      layout,
      stackup,
      material: null,
      createdBy: owner.id,
      createdByName: owner.fullname,
      created: daysAgo(7),
      paidAt: daysAgo(7),
      startedAt: daysAgo(6),
      deliveredAt: daysAgo(1),
      orderHash: 'sample',
      verdict: report.verdict,
    })
    .returning({ id: simulationRequests.id })
  if (!request) throw new Error('The sample request could not be saved.')
  const files = pinned.filter((_, at) => received[at]?.folder === 'reports')
  await tx.insert(requestReports).values({ requestId: request.id, report: { ...report, files } })
  await pinFiles(
    tx,
    request.id,
    pinned.map(({ id }) => id),
  )
}
