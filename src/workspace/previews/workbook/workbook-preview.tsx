import { chakra } from '@chakra-ui/react/styled-system'

import { PageSpinner } from '../../../ui/page-spinner'
import { askFormats } from '../../readers/read-formats'
import { PartChoice } from '../part-choice'
import { type PreviewProps, wholeOf } from '../preview-props'
import { Table } from '../text/table'
import { useContentView } from '../use-content-view'

/** The preview of a workbook: one of its sheets as a table. */
export function WorkbookPreview({ file: { name }, content, onUnreadable }: PreviewProps) {
  const view = useContentView(
    (_, signal) => askFormats('workbook', { file: { name, content: wholeOf(content) } }, signal),
    onUnreadable,
  )
  const [chosen = 0] = view.chosen
  const sheet = view.content?.[chosen]
  if (!view.content || !sheet) return <PageSpinner text="Reading the workbook..." />
  return (
    <>
      {view.content.length > 1 && (
        <PartChoice
          label="Sheets"
          names={view.content.map((one) => one.name)}
          chosen={chosen}
          onChoose={(index) => view.choose(0, index)}
        />
      )}
      {sheet.isCut && (
        <chakra.p role="status" textStyle="sm" color="fg.muted" mb="2">
          Only the first part of this sheet is shown.
        </chakra.p>
      )}
      {sheet.rows.length === 0 ? (
        <chakra.p color="fg.muted">This sheet is empty.</chakra.p>
      ) : (
        <Table key={chosen} rows={sheet.rows} name={`${name}: ${sheet.name}`} />
      )}
    </>
  )
}
