import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiCheckCircleOutline, mdiClose } from '@mdi/js'
import { useSelector } from '@xstate/react'

import { type LayoutArrivalActor, recognizedLayoutOf } from '../../../../machines/wizard/board/layout-arrival.machine'
import { Icon } from '../../../ui/icon'

type LayoutNoticeProps = { arrival: LayoutArrivalActor; onRequest: () => void }

/** Reports that a newly uploaded layout has been read, with a button that leads to the request. */
export function LayoutNotice({ arrival, onRequest }: LayoutNoticeProps) {
  const recognized = useSelector(arrival, recognizedLayoutOf)
  return (
    <Container role="status" aria-label="New layout">
      {recognized && (
        <div>
          <Icon path={mdiCheckCircleOutline} size="24px" />
          <p>
            <strong>
              Layout recognized: {recognized.nets.toLocaleString('en-US')} {recognized.nets === 1 ? 'net' : 'nets'}
            </strong>
            <span>{recognized.layout.name} is ready for a simulation request.</span>
          </p>
          <Button size="sm" onClick={onRequest}>
            Continue to the request
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label="Dismiss"
            onClick={() => arrival.send({ type: 'notice.dismissed' })}
          >
            <Icon path={mdiClose} />
          </Button>
        </div>
      )}
    </Container>
  )
}

const Container = chakra('div', {
  base: {
    // Stays in the accessibility tree, so that its content is announced when it appears.
    _empty: { position: 'absolute' },
    '& > div': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '3',
      px: '4',
      py: '2',
      borderWidth: '1px',
      borderColor: 'success.border',
      borderRadius: 'l3',
      bg: 'success.subtle',
    },
    '& svg': { color: 'success.fg' },
    '& p': { flex: '1 1 200px', minW: '0', textStyle: 'sm' },
    '& strong': { display: 'block', color: 'success.fg', fontWeight: 'semibold', textStyle: 'figures' },
    '& p span': { overflowWrap: 'anywhere' },
  },
})
