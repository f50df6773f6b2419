import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'

import { comparedChecks } from '../../../../machines/previews/comparison/compared-checks'
import type { NetworkCheck } from '../../../../machines/previews/network/network-view'
import { ErrorNotice } from '../../../ui/notices/notices'
import { PageSpinner } from '../../../ui/page-spinner'
import { openNetwork } from '../../readers/read-networks'
import { NetworkComparison } from '../network/comparison/network-comparison'
import { VerdictBadge } from '../verdict-badge'
import { usePreviewAddress } from '../preview-address'
import { useContentView } from '../use-content-view'
import { type ComparedFile, useComparisonMachines } from './comparison-machines'
import { useState } from 'react'

type ComparedNetworksProps = { before: ComparedFile; after: ComparedFile }

/** Two networks: which margins changed, and their curves on top of each other. Each pair needs its own React key. */
export function ComparedNetworks({ before, after }: ComparedNetworksProps) {
  const { readNetworks } = useComparisonMachines()
  const address = usePreviewAddress()
  const [failure, setFailure] = useState<string | null>(null)
  // Revisions have the same name, so the labels also show which one is earlier.
  const view = useContentView(async (_, signal) => {
    const [one, other] = await readNetworks([before, after], signal)
    const networks = [
      { name: before.name, content: one?.content ?? new Blob(), label: `Earlier: ${before.name}` },
      { name: after.name, content: other?.content ?? new Blob(), label: `Later: ${after.name}` },
    ]
    const checks: NetworkCheck[][] = []
    for (const { name, content } of networks) checks.push(await checksOf(name, content, signal))
    return { networks, rows: comparedChecks(checks[0] ?? [], checks[1] ?? []) }
  }, setFailure)

  if (failure) return <ErrorNotice title={failure} text="Choose other files or revisions above." />
  if (!view.content) return <PageSpinner text="Comparing the networks..." />
  return (
    <>
      <Margins rows={view.content.rows} />
      <NetworkComparison
        source={{ name: after.name, networks: view.content.networks, made: [], fileId: null, projectId: null }}
        address={address}
        first={null}
      />
    </>
  )
}

async function checksOf(name: string, content: Blob, signal: AbortSignal): Promise<NetworkCheck[]> {
  const reader = openNetwork()
  try {
    await reader.ask('network', { name, content }, signal)
    return await reader.ask('checks', {}, signal)
  } finally {
    reader.close()
  }
}

const tableStyle: SystemStyleObject = {
  textStyle: 'sm',
  '& th': { py: '1', pe: '4', textAlign: 'start', fontWeight: 'medium', color: 'fg.muted' },
  '& td': { py: '1', pe: '4', textStyle: 'figures' },
}

const Margins = ({ rows }: { rows: ReturnType<typeof comparedChecks> }) => (
  <chakra.div overflowX="auto" flexShrink="0" tabIndex={0} role="region" aria-label="Margins">
    <chakra.table css={tableStyle}>
      <thead>
        <tr>
          <th scope="col">Check</th>
          <th scope="col">Earlier</th>
          <th scope="col">Later</th>
          <th scope="col">Change in margin</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, before, after, moved }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {[before, after].map((one, index) => (
              <td key={index}>
                {one ? (
                  <>
                    <VerdictBadge verdict={one.verdict} /> {one.text}
                  </>
                ) : (
                  'not checked'
                )}
              </td>
            ))}
            <td>{moved}</td>
          </tr>
        ))}
      </tbody>
    </chakra.table>
  </chakra.div>
)
