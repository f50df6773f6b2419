import { useState } from 'react'

import { ErrorNotice } from '../../../ui/notices'
import { PageSpinner } from '../../../ui/page-spinner'
import { NetworkComparison } from '../network/network-comparison'
import { networksOf, type NetworkSource } from '../network/networks-of'
import { useContentView } from '../use-content-view'
import { type ComparedFile, useComparisonMachines } from './comparison-machines'

type NetworkDifferencesProps = { before: ComparedFile; after: ComparedFile }

/** The curves of two networks over each other, and their difference. Each pair needs its own key. */
export function NetworkDifferences({ before, after }: NetworkDifferencesProps) {
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  if (failure === null) return <Curves key={attempt} before={before} after={after} onUnreadable={setFailure} />
  return (
    <ErrorNotice
      title={failure}
      onRetry={() => {
        setFailure(null)
        setAttempt(attempt + 1)
      }}
    />
  )
}

function Curves({ before, after, onUnreadable }: NetworkDifferencesProps & { onUnreadable: (why: string) => void }) {
  const { readFile } = useComparisonMachines()
  const view = useContentView(async (_, signal) => {
    const labelled = async ({ id, name }: ComparedFile, which: string): Promise<NetworkSource[]> => {
      const networks = await networksOf(name, await readFile(id, signal), signal)
      return networks.map((network) => ({ ...network, label: `${which}: ${network.name}` }))
    }
    const [earlier, later] = await Promise.all([labelled(before, 'Earlier'), labelled(after, 'Later')])
    return inPairs(earlier, later)
  }, onUnreadable)
  if (!view.content) return <PageSpinner text="Reading the networks..." />
  return <NetworkComparison networks={view.content} />
}

/** Puts the networks of both files next to each other, in case only the first ones can be shown. */
const inPairs = (earlier: NetworkSource[], later: NetworkSource[]) =>
  Array.from({ length: Math.max(earlier.length, later.length) }, (_, index) => [earlier[index], later[index]])
    .flat()
    .filter((network) => network !== undefined)
