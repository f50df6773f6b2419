import { chakra } from '@chakra-ui/react/styled-system'

import { listed } from '../../../../machines/lib/listed'
import type { TouchedRequest } from '../../../../machines/previews/comparison/file-comparison.machine'
import { dateAndTime } from '../../../ui/time'

/** The paid requests that were made with the earlier revision and whose nets differ. */
export function TouchedRequests({ touched }: { touched: TouchedRequest[] | null }) {
  if (touched?.length === 0) return null
  return (
    <chakra.div role="status" px="3" py="2" borderRadius="l2" bg="warning.subtle" color="warning.fg" textStyle="sm">
      {touched === null ? (
        <p>The requests made with the earlier revision could not be loaded.</p>
      ) : (
        touched.map(({ id, created, rows }) => (
          <p key={id}>
            {`This revision affects ${listed(rows.map(({ name }) => name))} of the request from ${dateAndTime(created)}: ${listed([...new Set(rows.flatMap(({ nets }) => nets))])}.`}
          </p>
        ))
      )}
    </chakra.div>
  )
}
