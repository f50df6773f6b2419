import { chakra } from '@chakra-ui/react/styled-system'

export type StorageLevel = 'normal' | 'warning' | 'critical'

/**
 * The storage usage of a project. `percent` is capped at 100. The level is `warning` from 75% and `critical` from 90%.
 */
export function storageOf(usedMb: number, limitMb: number): { percent: number; level: StorageLevel } {
  const percent = limitMb > 0 ? Math.min(100, Math.max(0, (usedMb / limitMb) * 100)) : 100
  return { percent, level: percent >= 90 ? 'critical' : percent >= 75 ? 'warning' : 'normal' }
}

type StorageProps = {
  usedMb: number
  limitMb: number
  /** Both values as text: "17 KB of 2 GB". */
  text: string
}

/** The bar as plain elements, for long lists whose container styles all bars with `storageStyle`. */
export function PlainStorageBar({ usedMb, limitMb, text }: StorageProps) {
  const { percent, level } = storageOf(usedMb, limitMb)
  return (
    <div className="storage" data-level={level}>
      <p>
        <span>Storage</span>
        <span>{text}</span>
      </p>
      <div
        role="meter"
        aria-label="Storage used"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={text}
        style={{ backgroundSize: `${percent}% 100%` }}
      />
    </div>
  )
}

const levelStyle = (palette: 'warning' | 'error') => ({
  '& span + span': { color: `${palette}.fg`, fontWeight: 'semibold' },
  '& [role=meter]': { h: '1.5', color: `${palette}.solid` },
})

export const storageStyle = {
  '& .storage': {
    display: 'grid',
    gap: '1.5',
    textStyle: 'xs',
    color: 'fg.muted',
    '& p': { display: 'flex', justifyContent: 'space-between', gap: '2' },
    '& span + span': { textStyle: 'figures' },
    '& [role=meter]': {
      h: '1',
      borderRadius: 'full',
      color: 'border.control',
      bgColor: 'bg.emphasized',
      bgImage: 'linear-gradient(currentColor, currentColor)',
      bgRepeat: 'no-repeat',
      // Forced colors would remove the gradient.
      _highContrast: {
        forcedColorAdjust: 'none',
        h: '2',
        borderWidth: '1px',
        borderColor: 'CanvasText',
        color: 'CanvasText !important',
        bgColor: 'Canvas',
      },
    },
    '&[data-level=warning]': levelStyle('warning'),
    '&[data-level=critical]': levelStyle('error'),
  },
}

const Container = chakra('div', { base: storageStyle })

/** Shows how much storage a project uses and its limit, both in MB of 1,048,576 bytes. `usedMb` may be fractional. */
export function StorageBar(props: StorageProps) {
  return (
    <Container>
      <PlainStorageBar {...props} />
    </Container>
  )
}
