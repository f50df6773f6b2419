import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'

import * as comparison from '../../../../machines/previews/comparison/file-comparison.machine'
import { comparisonIn } from '../../../../machines/previews/comparison/comparison-address'
import { EmptyState, ErrorNotice } from '../../../ui/notices/notices'
import { PageSpinner } from '../../../ui/page-spinner'
import type { PreviewAddress } from '../preview-address'
import { ComparedBoards } from './compared-boards'
import { type ComparedFile, useComparisonMachines } from './comparison-machines'
import { ComparisonList } from './comparison-list'
import { StackupDifferences } from './stackup-differences'
import { TouchedRequests } from './touched-requests'
import { mdiEqual } from '@mdi/js'

type ComparisonViewProps = {
  before: ComparedFile
  after: ComparedFile
  /** Null if the page's URL does not contain the view. */
  address: PreviewAddress | null
}

/** The picture and the list are side by side if there is space. */
const layout: SystemStyleObject = {
  flex: '1',
  minH: '0',
  containerType: 'inline-size',
  overflow: 'auto',
  '& > div': {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: 'minmax(320px, 50vh) auto',
    '@container (min-width: 768px)': {
      h: 'full',
      gridTemplateColumns: 'minmax(0, 1fr) 320px',
      gridTemplateRows: 'minmax(0, 1fr)',
      overflow: 'hidden',
    },
    '&:not(:has(canvas))': { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'auto' },
  },
}

/** A list of the differences between two files, with their boards overlaid. Each pair needs its own React key. */
export function ComparisonView({ before, after, address }: ComparisonViewProps) {
  const { openComparison } = useComparisonMachines()
  const [session] = useState(() => openComparison(before, after))
  useEffect(() => session.close, [session])
  const [input] = useState(() => comparisonIn(address?.view ?? ''))
  const actor = useActorRef(session.machine, { input })
  const differences = useSelector(actor, comparison.differencesOf)
  const failure = useSelector(actor, comparison.comparisonFailureOf)

  if (failure) return <ErrorNotice title={failure} onRetry={() => actor.send({ type: 'comparison.retry' })} />
  if (!differences) return <PageSpinner text="Comparing the files..." />
  const { facts, entries, layers, thickness, touched } = differences
  const isEqual = entries.length + layers.length === 0 && thickness === null
  return (
    <chakra.div css={layout}>
      <div>
        {facts && <ComparedBoards session={session} actor={actor} facts={facts} address={address} />}
        <chakra.aside
          aria-label="Differences"
          minW="0"
          minH="0"
          overflow="auto"
          display="grid"
          gridTemplateColumns="minmax(0, 1fr)"
          gap="4"
          alignContent="start"
        >
          {isEqual ? (
            <EmptyState icon={mdiEqual} title="There are no differences.">
              <p>{facts ? 'Nets, zones, footprints, stackup and outline are the same.' : 'All layers are the same.'}</p>
            </EmptyState>
          ) : (
            <>
              <TouchedRequests touched={touched} />
              {entries.length > 0 && <ComparisonList actor={actor} differences={differences} />}
              {(layers.length > 0 || thickness) && <StackupDifferences layers={layers} thickness={thickness} />}
            </>
          )}
        </chakra.aside>
      </div>
    </chakra.div>
  )
}
