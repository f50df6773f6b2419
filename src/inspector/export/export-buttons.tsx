import { useState } from 'react'

import { saveBlob } from '../../workspace/transfers/save-file'
import { machineOf } from '../machines'
import type { Sheet } from '../chart/sheets'
import { definitionOf } from './definition'
import { mermaidOf } from './mermaid'
import { pictureOf, pngOf } from './picture'

const kinds = ['SVG', 'PNG', 'Mermaid', 'JSON'] as const

async function contentOf(kind: (typeof kinds)[number], sheet: Sheet): Promise<[string, Blob]> {
  if (kind === 'Mermaid') return [`${sheet.id}.mmd`, new Blob([`${mermaidOf(sheet)}\n`], { type: 'text/plain' })]
  if (kind === 'JSON')
    return [
      `${sheet.id}.json`,
      new Blob([definitionOf(machineOf(sheet.id), sheet.names)], { type: 'application/json' }),
    ]
  const chart = document.querySelector<SVGSVGElement>('.stage .chart')
  if (!chart) throw new Error('There is no chart to export.')
  const picture = pictureOf(chart)
  if (kind === 'PNG') return [`${sheet.id}.png`, await pngOf(picture)]
  return [`${sheet.id}.svg`, new Blob([picture.svg], { type: 'image/svg+xml' })]
}

/** Saves the shown chart, or the machine's definition, as a file. */
export function ExportButtons({ sheet }: { sheet: Sheet }) {
  const [failure, setFailure] = useState<string | null>(null)
  const save = async (kind: (typeof kinds)[number]) => {
    const [name, content] = await contentOf(kind, sheet)
    saveBlob(content, name)
    setFailure(null)
  }
  return (
    <div className="tools" role="group" aria-label="Export">
      <span aria-hidden>Export</span>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-label={`Export ${kind}`}
          onClick={() =>
            void save(kind).catch((error: unknown) =>
              setFailure(error instanceof Error ? error.message : String(error)),
            )
          }
        >
          {kind}
        </button>
      ))}
      {failure && <span role="alert">{failure}</span>}
    </div>
  )
}
