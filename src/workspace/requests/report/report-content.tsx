import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

import { type OrderedRows, orderedRowOf, type RowKey } from '../../../../machines/requests/request-report.machine'
import { decidingView } from '../../../../machines/requests/report-view'
import { decidingCheck, reportSummary, type RequestReport } from '../../../../machines/requests/report-sentences'
import { checkText, reportNames } from '../../../../machines/requests/report-texts'
import { rowName } from '../../../../machines/wizard/request-rules'
import { fileSize } from '../../../ui/amounts'
import { touchTarget } from '../../../ui/theme/recipes'
import { VerdictBadge } from '../../previews/verdict-badge'
import { ReportRow, tableStyle } from './report-row'

type ReportContentProps = {
  request: OrderedRows
  report: RequestReport
  /** The row in the URL, such as "si-1"; null if there is none. */
  openRow: string | null
  /** Opens a row. If null, links lead to the rows. */
  onRow: ((row: string) => void) | null
  /** Opens a file at a view of its preview. Null if no files can be opened here. */
  onFile: ((id: string, view?: string) => void) | null
  onBoard: ((row: RowKey) => void) | null
  /** Shown below the verdict. */
  actions: ReactNode
  /** Shown below the rows. */
  board: ReactNode
  /** Shown between the verdicts and the rows. */
  comparison?: ReactNode
}

const keyOf = ({ kind, number }: RowKey) => `${kind}-${number}`

/** A report: the verdict first, then each row, then what the report is based on. */
export function ReportContent({
  request,
  report,
  openRow,
  onRow,
  onFile,
  onBoard,
  actions,
  board,
  comparison,
}: ReportContentProps) {
  return (
    <chakra.section aria-label="Report" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5" minW="0">
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="3" textStyle="lg">
        <VerdictBadge verdict={report.verdict} />
        {reportSummary(report)}
      </chakra.p>
      {actions}
      {report.words && <chakra.p whiteSpace="pre-line">{report.words}</chakra.p>}
      <Summary request={request} report={report} onRow={onRow} />
      {comparison}
      {report.rows.map((row) => {
        const file = report.files.find(({ name }) => name === row.network)
        return (
          <ReportRow
            key={keyOf(row)}
            id={keyOf(row)}
            request={request}
            row={row}
            isOpen={openRow === keyOf(row)}
            onFile={file && onFile ? () => onFile(file.id, decidingView(row)) : null}
            onBoard={onBoard && (() => onBoard({ kind: row.kind, number: row.number }))}
          />
        )
      })}
      {board}
      {report.assumptions.length > 0 && (
        <section>
          <chakra.h3 fontWeight="semibold" mb="1">
            Assumptions
          </chakra.h3>
          <chakra.ul aria-label="Assumptions" listStyle="disc" ps="5" textStyle="sm">
            {report.assumptions.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </chakra.ul>
        </section>
      )}
      {report.files.length > 0 && <Files report={report} onFile={onFile} />}
    </chakra.section>
  )
}

const LinkButton = chakra('button', {
  base: { cursor: 'pointer', textDecoration: 'underline', color: 'fg', focusVisibleRing: 'outside', ...touchTarget },
})

/** On a phone, the text wraps instead of being cut off: a row's name above, its verdict and reason below. */
const summaryStyle: SystemStyleObject = {
  ...tableStyle,
  '@media (max-width: 480px)': {
    '& table, & tbody': { display: 'block' },
    '& thead': { srOnly: true },
    '& tr': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '3',
      py: '2',
      borderBottomWidth: '1px',
    },
    '& th, & td': { px: '0', py: '1', borderBottomWidth: '0' },
    '& tbody th': { flexBasis: 'full', whiteSpace: 'normal' },
    '& td:last-child': { flex: '1 1 0', minW: '0' },
  },
}

const Summary = ({
  request,
  report,
  onRow,
}: {
  request: OrderedRows
  report: RequestReport
  onRow: ReportContentProps['onRow']
}) => (
  <chakra.div css={summaryStyle} role="group" tabIndex={0} aria-label="Verdicts">
    <table>
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">Verdict</th>
          <th scope="col">Decided by</th>
        </tr>
      </thead>
      <tbody>
        {report.rows.map((row) => {
          const check = decidingCheck(row)
          return (
            <tr key={keyOf(row)}>
              <th scope="row">
                {onRow ? (
                  <LinkButton type="button" onClick={() => onRow(keyOf(row))}>
                    {rowName(row.kind, row.number)}: {orderedRowOf(request, row).title}
                  </LinkButton>
                ) : (
                  <chakra.a href={`#${keyOf(row)}`} color="fg" textDecoration="underline" css={touchTarget}>
                    {rowName(row.kind, row.number)}: {orderedRowOf(request, row).title}
                  </chakra.a>
                )}
              </th>
              <td>
                <VerdictBadge verdict={row.verdict} />
              </td>
              <td>{check && `${reportNames[check.name]} ${checkText(check)}`}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </chakra.div>
)

type FilesProps = { report: RequestReport; onFile: ReportContentProps['onFile'] }

const Files = ({ report: { files }, onFile }: FilesProps) => (
  <section>
    <chakra.h3 fontWeight="semibold" mb="1">
      Files
    </chakra.h3>
    <chakra.div css={tableStyle} role="group" tabIndex={0} aria-label="Files of the report">
      <table>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col" className="figure">
              Size
            </th>
            <th scope="col">SHA-256</th>
          </tr>
        </thead>
        <tbody>
          {files.map(({ id, name, size, sha256 }) => (
            <tr key={id}>
              <chakra.th scope="row" fontFamily="mono">
                {onFile ? (
                  <>
                    <LinkButton type="button" data-needs-script="" onClick={() => onFile(id)}>
                      {name}
                    </LinkButton>
                    <noscript>{name}</noscript>
                  </>
                ) : (
                  name
                )}
              </chakra.th>
              <td className="figure">{fileSize(size)}</td>
              <chakra.td fontFamily="mono" fontSize="12px">
                {sha256}
              </chakra.td>
            </tr>
          ))}
        </tbody>
      </table>
    </chakra.div>
  </section>
)
