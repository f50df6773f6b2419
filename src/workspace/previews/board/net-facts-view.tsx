import { Button } from '@chakra-ui/react/button'
import { Input } from '@chakra-ui/react/input'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { mdiAlertOutline, mdiArrowDown, mdiArrowUp, mdiDownload, mdiTarget, mdiUnfoldMoreHorizontal } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { useDeferredValue, useId } from 'react'

import * as facts from '../../../../machines/previews/board/net-facts'
import * as machine from '../../../../machines/previews/board/net-facts.machine'
import { Icon } from '../../../ui/icon'
import { ErrorNotice } from '../../../ui/notices/notices'
import { PageSpinner } from '../../../ui/page-spinner'
import { useDeferredSelector } from '../../../ui/use-deferred-selector'

import '../../../ui/theme/form-recipes'
import '../../../ui/theme/select-recipes'

/** The maximum number of listed rows. The others can be found with the filters. */
const maxListed = 50

const columns: { column: facts.FactsColumn; text: string }[] = [
  { column: 'name', text: 'Name' },
  { column: 'length', text: 'Length' },
  { column: 'skew', text: 'Skew' },
  { column: 'delay', text: 'Delay (estimate)' },
  { column: 'vias', text: 'Vias' },
  { column: 'referenced', text: 'Over a plane' },
  { column: 'impedance', text: 'Impedance (estimate)' },
]

const kinds: Record<facts.FactsKind, string> = { interface: 'Interfaces', pair: 'Pairs', net: 'Nets' }

const style: SystemStyleObject = {
  // In a short window the whole section scrolls, so that some rows of the table remain visible.
  flex: '1 0 192px',
  overflow: 'auto',
  borderWidth: '1px',
  borderRadius: 'l2',
  '& table': { w: 'full', textStyle: 'sm', borderCollapse: 'collapse' },
  '& thead': { position: 'sticky', top: '0', zIndex: '1', bg: 'bg.subtle' },
  '& th, & td': { px: '3', py: '1', textAlign: 'start', verticalAlign: 'top', borderBottomWidth: '1px' },
  '& thead button:not(:hover) .unsorted': { opacity: '0.5' },
  '& thead button': {
    display: 'flex',
    gap: '1',
    minH: '11',
    alignItems: 'center',
    textAlign: 'start',
    cursor: 'pointer',
  },
  '& tbody th': { fontFamily: 'mono', fontWeight: 'medium', overflowWrap: 'anywhere', minW: '40' },
  '& .figure': { textStyle: 'figures', whiteSpace: 'nowrap' },
  '& tbody th button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minH: '6',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    color: 'primary.fg',
    cursor: 'pointer',
    _hover: { textDecoration: 'underline' },
    _focusVisible: { outline: '2px solid', outlineColor: 'primary.solid', outlineOffset: '1px' },
    '& svg': { flexShrink: '0' },
  },
  '& .more': { display: 'block', color: 'fg.muted', fontFamily: 'body', whiteSpace: 'normal' },
  '& .outlier': { display: 'flex', gap: '1', color: 'warning.fg', fontFamily: 'body', whiteSpace: 'normal' },
  '& .length .more': { whiteSpace: 'nowrap' },
  '& .empty': { p: '4', display: 'grid', gap: '2', textStyle: 'sm' },
  '& .empty ul': { display: 'grid', gap: '1', color: 'fg.muted' },
  // In a narrow window, the values of a row are below its name instead of in columns that would be cut off.
  '@container (max-width: 899px)': {
    '& table, & tbody': { display: 'block' },
    '& thead': { display: 'block', position: 'static' },
    '& thead tr': { display: 'flex', flexWrap: 'wrap', borderBottomWidth: '1px' },
    '& thead th': { flexShrink: '0', borderBottomWidth: '0' },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(128px, 1fr))',
      gap: '2',
      px: '3',
      py: '3',
      borderBottomWidth: '1px',
    },
    '& tbody th': { gridColumn: '1 / -1' },
    '& tbody :is(th, td)': { p: '0', borderBottomWidth: '0' },
    '& .figure': { whiteSpace: 'normal' },
    '& td::before': { content: 'attr(data-label)', display: 'block', color: 'fg.muted', textStyle: 'xs' },
  },
}

type NetFactsViewProps = {
  actor: machine.NetFactsActor
  /** Shows the nets of a row on the board. */
  onShow: (row: facts.FactsRow) => void
}

/** The facts of a board's nets, pairs and interfaces as a table that can be sorted, filtered and saved. */
export function NetFactsView({ actor, onShow }: NetFactsViewProps) {
  const found = useDeferredSelector(actor, machine.netFactsOf)
  const failure = useSelector(actor, machine.factsFailureOf)
  if (failure) return <ErrorNotice title={failure} onRetry={() => actor.send({ type: 'facts.retry' })} />
  if (!found) return <PageSpinner text="Calculating lengths and skew..." />
  return <FactsTable actor={actor} found={found} onShow={onShow} />
}

function FactsTable({ actor, found, onShow }: NetFactsViewProps & { found: facts.NetFacts }) {
  const chosen = useSelector(actor, machine.factsViewOf)
  // The rows of a large board take a while to find and render, so the filters respond before the table does.
  const view = useDeferredValue(chosen)
  const rows = facts.shownFacts(found, view)
  return (
    <chakra.section
      aria-label="Lengths and skew"
      containerType="inline-size"
      display="flex"
      flexDirection="column"
      gap="3"
      flex="1"
      minH="0"
      overflow="auto"
    >
      <Filters actor={actor} view={chosen} />
      <chakra.p role="status" textStyle="sm" color="fg.muted">
        {facts.listedText(rows.length, found.rows.length, maxListed)} Impedances and times are estimates from
        closed-form formulas.
      </chakra.p>
      {found.remarks.map((remark) => (
        <chakra.p key={remark} textStyle="sm" color="fg.muted">
          {remark}
        </chakra.p>
      ))}
      {found.formulas.length > 0 && (
        <chakra.details textStyle="sm" color="fg.muted">
          <chakra.summary w="fit-content" cursor="pointer" focusVisibleRing="outside">
            Validity ranges of the formulas
          </chakra.summary>
          <chakra.ul mt="1" ps="5" listStyleType="disc" maxW="prose">
            {found.formulas.map((formula) => (
              <li key={formula}>{formula}</li>
            ))}
          </chakra.ul>
        </chakra.details>
      )}
      <chakra.div css={style} tabIndex={0} role="group" aria-label="Table of lengths and skew" data-own-arrows="">
        <table>
          <thead>
            <tr>
              {columns.map(({ column, text }) => (
                <th key={column} scope="col" aria-sort={sortOf(view, column)}>
                  <button type="button" onClick={() => actor.send({ type: 'sort.chosen', column })}>
                    {text}
                    {view.column === column ? (
                      <Icon path={view.isDescending ? mdiArrowDown : mdiArrowUp} size="16px" />
                    ) : (
                      <span className="unsorted">
                        <Icon path={mdiUnfoldMoreHorizontal} size="16px" />
                      </span>
                    )}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, maxListed).map((row) => (
              <FactsLine key={`${row.kind} ${row.name} ${row.nets[0]}`} row={row} onShow={onShow} />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <NoFacts found={found} view={view} />}
      </chakra.div>
    </chakra.section>
  )
}

function NoFacts({ found, view }: { found: facts.NetFacts; view: facts.FactsView }) {
  const { reason, budgets } = facts.noFacts(found, view)
  return (
    <div className="empty">
      <p>{reason}</p>
      {budgets.length > 0 && (
        <>
          <p>The budget of an interface consists of the impedance and skew that public layout guides recommend:</p>
          <ul aria-label="Budgets">
            {budgets.map((budget) => (
              <li key={budget}>{budget}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function sortOf(view: facts.FactsView, column: facts.FactsColumn) {
  if (view.column !== column) return undefined
  return view.isDescending ? 'descending' : 'ascending'
}

function Filters({ actor, view }: { actor: machine.NetFactsActor; view: facts.FactsView }) {
  const id = useId()
  const chosen = (value: string) => (['interface', 'pair', 'net'] as const).find((kind) => kind === value) ?? null
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="end" gap="3" textStyle="sm">
      <chakra.div display="grid" gap="1" flex="1 1 160px">
        <label htmlFor={id}>Find</label>
        <Input
          id={id}
          size="sm"
          type="search"
          value={view.query}
          onChange={({ target }) => actor.send({ type: 'query.changed', query: target.value })}
        />
      </chakra.div>
      <chakra.div display="grid" gap="1">
        <label htmlFor={`${id}-kind`}>Show</label>
        <NativeSelect.Root size="sm">
          <NativeSelect.Field
            id={`${id}-kind`}
            value={view.kind ?? ''}
            onChange={({ target }) => actor.send({ type: 'kind.chosen', shown: chosen(target.value) })}
          >
            <option value="">All</option>
            {Object.entries(kinds).map(([kind, text]) => (
              <option key={kind} value={kind}>
                {text}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </chakra.div>
      {view.highlighted.length > 0 && (
        <Button
          size="sm"
          variant={view.isHighlightedOnly ? 'solid' : 'outline'}
          aria-pressed={view.isHighlightedOnly}
          onClick={() => actor.send({ type: 'highlighted.toggled' })}
        >
          Highlighted nets only
        </Button>
      )}
      <Button
        size="sm"
        variant={view.isOutliersOnly ? 'solid' : 'outline'}
        aria-pressed={view.isOutliersOnly}
        onClick={() => actor.send({ type: 'outliers.toggled' })}
      >
        Outside the budget only
      </Button>
      <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'csv.requested' })}>
        <Icon path={mdiDownload} />
        Download as CSV
      </Button>
    </chakra.div>
  )
}

function FactsLine({ row, onShow }: Pick<NetFactsViewProps, 'onShow'> & { row: facts.FactsRow }) {
  const { kind, name, of, length, skew, delay, vias, layerChanges, referenced, impedance, within } = row
  const on = facts.measuredOn[kind]
  return (
    <tr>
      <th scope="row">
        <button type="button" title={`Show ${name} on the board`} onClick={() => onShow(row)}>
          {name}
          <Icon path={mdiTarget} size="16px" />
        </button>
        <span className="more">{[kind, of].filter(Boolean).join(', ')}</span>
        {facts.outliersOf(row).map((outlier) => (
          <span key={outlier} className="outlier">
            <Icon path={mdiAlertOutline} size="16px" />
            {outlier}
          </span>
        ))}
      </th>
      <td className="figure length" data-label="Length">
        {facts.mmText(length)}
        {on.length && <span className="more">{on.length}</span>}
        {facts.lengthParts(row).map((part) => (
          <span key={part.name} className="more">
            {part.name} {facts.mmText(part.length)}
          </span>
        ))}
      </td>
      <td className="figure" data-label="Skew">
        {skew ? facts.skewText(skew) : '–'}
        {skew && on.skew && <span className="more">{on.skew}</span>}
        {within?.skew && <span className="more">within the usual {within.skew}</span>}
        {row.gap !== null && row.coupled !== null && (
          <span className="more">
            {facts.mmText(row.coupled)} coupled with a gap of {facts.mmText(row.gap)}
          </span>
        )}
      </td>
      <td className="figure" data-label="Delay (estimate)">
        {delay === null ? '–' : `${delay.toFixed(0)} ps`}
      </td>
      <td className="figure" data-label="Vias">
        {vias}
        {layerChanges > 0 && <span className="more">{facts.layerChangeText(layerChanges)}</span>}
      </td>
      <td className="figure" data-label="Over a plane">
        {referenced === null ? '–' : facts.shareText(referenced)}
      </td>
      <td className="figure" data-label="Impedance (estimate)">
        {facts.impedanceOf(row) ?? '–'}
        {impedance && <span className="more">{facts.lineText(impedance)}</span>}
        {within?.impedance && <span className="more">within the usual {within.impedance}</span>}
      </td>
    </tr>
  )
}
