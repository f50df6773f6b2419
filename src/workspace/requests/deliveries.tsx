import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'

import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import { touchTarget } from '../../ui/theme/recipes'
import { dateAndTime } from '../../ui/time'
import { VerdictBadge } from '../previews/verdict-badge'
import { FileLink } from './file-link'
import type { FilePlace } from './file-place'

type DeliveriesProps = {
  deliveries: NonNullable<SimulationRequest['deliveries']>
  /** The number of the replaced delivery whose report is shown, or null for the current one. */
  shown: number | null
  onShow: (number: number | null) => void
  /** Opens a file of the current delivery in the project. Null if the files cannot be opened, or `place` is given. */
  onFile: ((fileId: string) => void) | null
  /** The file in the URL, on a page that previews the files of all deliveries; null on other pages. */
  place?: FilePlace | null
}

/** The deliveries of a request, newest first. The newest one replaces the others. */
export const Deliveries = ({ deliveries, shown, onShow, onFile, place = null }: DeliveriesProps) => (
  <chakra.section aria-label="Deliveries" display="grid" gap="3">
    <chakra.h2 fontWeight="semibold">Deliveries</chakra.h2>
    <chakra.ol display="grid" gap="3" textStyle="sm">
      {deliveries.map(({ number, at, by, reason, verdict, files }, index) => (
        <chakra.li
          key={number}
          aria-label={`Delivery ${number}`}
          display="grid"
          gap="2"
          p="3"
          borderWidth="1px"
          borderRadius="l2"
          bg={index === 0 ? 'bg.panel' : 'bg.subtle'}
        >
          <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1">
            <chakra.span fontWeight="semibold">Delivery {number}</chakra.span>
            <chakra.span color="fg.muted">{index === 0 ? 'Current' : `Replaced by delivery ${number + 1}`}</chakra.span>
            {verdict && <VerdictBadge verdict={verdict} />}
            <chakra.span color="fg.muted">
              {dateAndTime(at)}
              {by && `, ${by}`}
            </chakra.span>
          </chakra.p>
          {reason && <chakra.p whiteSpace="pre-line">{reason}</chakra.p>}
          <chakra.ul display="flex" flexWrap="wrap" columnGap="4" rowGap="1" aria-label={`Files of delivery ${number}`}>
            {files.map(({ id, name }) => (
              <li key={id}>
                {place ? (
                  <chakra.span fontFamily="mono">
                    <FileLink place={place} fileId={id}>
                      {name}
                    </FileLink>
                  </chakra.span>
                ) : onFile && index === 0 ? (
                  <FileButton type="button" onClick={() => onFile(id)}>
                    {name}
                  </FileButton>
                ) : (
                  <chakra.span fontFamily="mono" overflowWrap="anywhere">
                    {name}
                  </chakra.span>
                )}
              </li>
            ))}
          </chakra.ul>
          {verdict && index > 0 && (
            <Button
              size="sm"
              variant="outline"
              justifySelf="start"
              aria-pressed={shown === number}
              onClick={() => onShow(shown === number ? null : number)}
            >
              {shown === number ? 'Show the current report' : `Show the report of delivery ${number}`}
            </Button>
          )}
        </chakra.li>
      ))}
    </chakra.ol>
    {shown !== null && (
      <chakra.p colorPalette="warning" fontWeight="semibold" color="colorPalette.fg">
        This is the report of delivery {shown}, which was replaced.
      </chakra.p>
    )}
  </chakra.section>
)

const FileButton = chakra('button', {
  base: {
    cursor: 'pointer',
    textAlign: 'start',
    textDecoration: 'underline',
    fontFamily: 'mono',
    overflowWrap: 'anywhere',
    focusVisibleRing: 'outside',
    ...touchTarget,
  },
})
