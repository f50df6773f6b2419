import { chakra } from '@chakra-ui/react/styled-system'

export type StorageLevel = 'normal' | 'warning' | 'critical'

const palettes = { normal: 'primary', warning: 'warning', critical: 'error' } as const

/** How full a project is. Percent is capped at 100; from 75 it warns, from 90 it is critical. */
export function storageOf(usedMb: number, limitMb: number): { percent: number; level: StorageLevel } {
  const percent = limitMb > 0 ? Math.min(100, Math.max(0, (usedMb / limitMb) * 100)) : 100
  return { percent, level: percent >= 90 ? 'critical' : percent >= 75 ? 'warning' : 'normal' }
}

const megabytes = (mb: number) => `${mb.toLocaleString('en-US', { maximumFractionDigits: mb < 10 ? 1 : 0 })} MB`

/** Storage used of a project's limit, both in MB of 1,048,576 bytes; `usedMb` may be fractional. */
export function StorageBar({ usedMb, limitMb }: { usedMb: number; limitMb: number }) {
  const { percent, level } = storageOf(usedMb, limitMb)
  const text = `${megabytes(usedMb)} of ${megabytes(limitMb)}`
  return (
    <Bar colorPalette={palettes[level]} data-level={level}>
      <div>
        <span>Storage</span>
        <span>{text}</span>
      </div>
      <div
        role="meter"
        aria-label="Storage used"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={text}
      >
        <div style={{ width: `${percent}%` }} />
      </div>
    </Bar>
  )
}

/** One styled element with plain ones in it, since every card of a long list has a bar. */
const Bar = chakra('div', {
  base: {
    display: 'grid',
    gap: '1.5',
    textStyle: 'xs',
    color: 'fg.muted',
    '& > :first-of-type': { display: 'flex', justifyContent: 'space-between', gap: '2' },
    '& span + span': { textStyle: 'figures' },
    '&:not([data-level=normal]) span + span': { color: 'colorPalette.fg', fontWeight: 'semibold' },
    '& [role=meter]': { h: '1.5', borderRadius: 'full', bg: 'bg.emphasized', overflow: 'hidden' },
    '& [role=meter] > *': { h: 'full', borderRadius: 'full', bg: 'colorPalette.solid', transition: 'width 240ms' },
  },
})
