import Papa from 'papaparse'
import { useEffect, useEffectEvent, useState } from 'react'

import { extensionOf } from '../../../../machines/previews/preview-kinds'
import { PageSpinner } from '../../../ui/page-spinner'
import type { PreviewProps } from '../preview-props'
import { Table } from './table'
import { lazyPart } from '../../../ui/lazy-part'

const LongText = lazyPart(() => import('./long-text').then((it) => it.LongText))

/**
 * The preview of comma- or tab-separated values as a table. A table that is too large to parse at once is shown as
 * text.
 */
export function TablePreview({ file, content, onBroken }: PreviewProps) {
  const [rows, setRows] = useState<string[][] | null>(null)

  const tellBroken = useEffectEvent(onBroken)
  useEffect(() => {
    if (content.as !== 'whole') return
    let current = true
    content.bytes.text().then(
      (text) => {
        const delimiter = extensionOf(file.name) === 'tsv' ? '\t' : ''
        const { data } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' })
        if (current) setRows(data)
      },
      () => tellBroken('its content could not be read'),
    )
    return () => {
      current = false
    }
  }, [file.name, content])

  if (content.as === 'parts') return <LongText size={content.size} read={content.read} onBroken={onBroken} />
  if (!rows) return <PageSpinner text="Loading preview..." />
  return <Table rows={rows} name={file.name} />
}
