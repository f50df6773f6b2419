import type { ReactNode } from 'react'

import { kindOf, type PreviewKind } from '../../../../machines/previews/preview-kinds'

const accent = 'var(--chakra-colors-accent-solid)'

const page = (
  <>
    <path d="M52 8h38l18 18v54H52z" />
    <path d="M90 8v18h18" />
    <path d="M62 40h36M62 52h36M62 64h22" stroke={accent} />
  </>
)
const grid = (
  <>
    <rect x="34" y="12" width="92" height="64" rx="4" />
    <path d="M34 44h92M34 60h92M64 12v64M95 12v64" />
    <path d="M34 28h92" stroke={accent} />
  </>
)
const frame = (
  <>
    <rect x="34" y="12" width="92" height="64" rx="4" />
    <path d="M68 30l26 14l-26 14z" stroke={accent} />
  </>
)
const box = (
  <>
    <path d="M44 26l10-14h52l10 14v50H44z" />
    <path d="M44 26h72" />
    <path d="M70 40h20" stroke={accent} />
  </>
)

const drawings: Record<PreviewKind, ReactNode> = {
  // Shown for boards without a thumbnail: those that were uploaded by another program or cannot be drawn.
  board: (
    <>
      <rect x="30" y="10" width="100" height="68" rx="6" />
      <rect x="44" y="30" width="28" height="28" rx="2" />
      <path d="M72 38h16l6-6h22M72 44h18l6-6h20M72 52h22l6 6h16" stroke={accent} />
    </>
  ),
  fabrication: (
    <>
      <rect x="30" y="10" width="100" height="68" rx="6" />
      <path d="M46 26h.01M114 26h.01M46 62h.01M114 62h.01" strokeWidth="8" />
      <path d="M46 26h30l14 14v22h24M114 26H96" stroke={accent} />
    </>
  ),
  // Insertion loss above a notched return loss.
  network: (
    <>
      <path d="M34 8v68h94" />
      <path d="M40 18c30 2 60 6 84 22" />
      <path d="M40 60c10 0 12-14 20-14s8 22 14 22s8-24 18-24s12 8 32 6" stroke={accent} />
    </>
  ),
  // Copper between dielectrics.
  stackup: (
    <>
      <path d="M36 16h88M36 36h88M36 52h88M36 72h88" stroke={accent} strokeWidth="5" />
      <path d="M36 26h88M36 44h88M36 62h88" strokeDasharray="6 5" />
    </>
  ),
  // The current of an output as a function of its voltage.
  model: (
    <>
      <path d="M80 8v70M34 44h92" />
      <path d="M36 68c24-2 34-10 44-24s20-22 44-24" stroke={accent} />
    </>
  ),
  table: grid,
  workbook: grid,
  text: page,
  markdown: page,
  pdf: page,
  image: (
    <>
      <rect x="34" y="12" width="92" height="64" rx="4" />
      <circle cx="56" cy="32" r="6" />
      <path d="M34 66l28-20l18 14l22-24l24 22" stroke={accent} />
    </>
  ),
  video: frame,
  audio: frame,
  contents: box,
}

/** A drawing of what a file of this name contains. */
export const FileDrawing = ({ name }: { name: string }) => {
  const kind = kindOf({ name })
  return (
    <svg
      aria-hidden
      data-kind={kind ?? undefined}
      viewBox="0 0 160 88"
      width="160"
      height="88"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {kind ? drawings[kind] : box}
    </svg>
  )
}
