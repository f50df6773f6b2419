import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

/** A drawing, 120 px high, that illustrates the text beside it. Its lines stay visible in forced colors. */
const Drawing = ({ children }: { children: ReactNode }) => (
  <chakra.svg
    aria-hidden
    viewBox="0 0 240 120"
    h="120px"
    w="full"
    fill="none"
    stroke="primary.solid"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    css={{ '& .signal': { stroke: 'accent.solid' }, '& .fine': { stroke: 'fg.subtle', strokeWidth: '1' } }}
  >
    {children}
  </chakra.svg>
)

/** A board with two differential pairs from a chip to a connector. */
export const BoardStep = () => (
  <Drawing>
    <rect x="40" y="14" width="160" height="92" rx="8" />
    <rect x="58" y="40" width="40" height="40" rx="2" />
    <path d="M176 34h12v52h-12z" />
    <path className="signal" d="M98 48h26l8-8h44M98 54h29l8-8h41M98 66h29l8 8h41M98 72h26l8 8h44" />
    <path className="fine" d="M66 32v-6h44M90 88v6h60" />
  </Drawing>
)

/** An eye diagram: two pairs of opposite sine waves over two unit intervals, with the mask inside the open eye. */
export const EyeStep = () => (
  <Drawing>
    <path className="fine" d="M40 60h160M120 12v96" />
    <path d={[0, 1].flatMap((phase) => [wave(phase, 40), wave(phase, 34)]).join('')} />
    <path className="signal" d="M92 60l14-16h28l14 16l-14 16h-28z" />
  </Drawing>
)

/** A signal over two unit intervals of 80 px, with this amplitude in px. A phase of 1 inverts it. */
function wave(phase: number, amplitude: number): string {
  const points = Array.from({ length: 41 }, (_, step) => {
    const y = 60 - amplitude * Math.cos(Math.PI * (step / 20 + phase))
    return `${40 + step * 4} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}`
}

/** A report with a curve below its limit. */
export const ReportStep = () => (
  <Drawing>
    <path d="M76 10h64l24 24v76H76z" />
    <path d="M140 10v24h24" />
    <path className="fine" d="M90 30h36M90 42h52M90 92h60M90 100h40" />
    <path className="fine" d="M90 62h60" />
    <path className="signal" d="M90 82c10 0 12-14 20-14s8 12 16 12s10-6 24-8" />
  </Drawing>
)
