import { Button } from '@chakra-ui/react/button'
import { Input } from '@chakra-ui/react/input'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { mdiAlertOutline, mdiArrowDown, mdiArrowUp, mdiDownload } from '@mdi/js'
import { useSelector } from '@xstate/react'
import { useId } from 'react'

import * as facts from '../../../../machines/previews/board/net-facts'
import * as machine from '../../../../machines/previews/board/net-facts.machine'
import { Icon } from '../../../ui/icon'
import { ErrorNotice } from '../../../ui/notices/notices'
import { PageSpinner } from '../../../ui/page-spinner'

import '../../../ui/theme/form-recipes'
import '../../../ui/theme/select-recipes'

/** The maximum number of listed rows. The others can be found with the filters. */
const maxListed = 100

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
  '& .more': { display: 'block', color: 'fg.muted', fontFamily: 'body', whiteSpace: 'normal' },
  '& .outlier': { display: 'flex', gap: '1', color: 'warning.fg', fontFamily: 'body', whiteSpace: 'normal' },
}

/** The facts of a board's nets, pairs and interfaces as a table that can be sorted, filtered and saved. */
export function NetFactsView({ actor }: { actor: machine.NetFactsActor }) {
  const found = useSelector(actor, machine.netFactsOf)
  const failure = useSelector(actor, machine.factsFailureOf)
  if (failure) return <ErrorNotice title={failure} onRetry={() => actor.send({ type: 'facts.retry' })} />
  if (!found) return <PageSpinner text="Calculating the facts..." />
  return <FactsTable actor={actor} found={found} />
}

function FactsTable({ actor, found }: { actor: machine.NetFactsActor; found: facts.NetFacts }) {
  const view = useSelector(actor, machine.factsViewOf)
  const rows = facts.shownFacts(found, view)
  const more = rows.length > maxListed ? `; the first ${maxListed} are listed` : ''
  return (
    <chakra.section aria-label="Facts" display="flex" flexDirection="column" gap="3" flex="1" minH="0" overflow="auto">
      <Filters actor={actor} view={view} />
      <chakra.p role="status" textStyle="sm" color="fg.muted">
        {rows.length} of {found.rows.length} match the filters{more}. Impedances and times are estimates from
        closed-form formulas.
      </chakra.p>
      {found.remarks.map((remark) => (
        <chakra.p key={remark} textStyle="sm" color="fg.muted">
          {remark}
        </chakra.p>
      ))}
      <chakra.div css={style} tabIndex={0} role="group" aria-label="Table of facts" data-own-arrows="">
        <table>
          <thead>
            <tr>
              {columns.map(({ column, text }) => (
                <th key={column} scope="col" aria-sort={sortOf(view, column)}>
                  <button type="button" onClick={() => actor.send({ type: 'sort.chosen', column })}>
                    {text}
                    {view.column === column && (
                      <Icon path={view.isDescending ? mdiArrowDown : mdiArrowUp} size="16px" />
                    )}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, maxListed).map((row) => (
              <FactsLine key={`${row.kind} ${row.name} ${row.nets[0]}`} row={row} />
            ))}
          </tbody>
        </table>
      </chakra.div>
    </chakra.section>
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
        Download CSV
      </Button>
    </chakra.div>
  )
}

function FactsLine({ row }: { row: facts.FactsRow }) {
  const { kind, name, of, length, layers, skew, delay, vias, layerChanges, referenced, impedance, outliers } = row
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="more">{[kind, of].filter(Boolean).join(', ')}</span>
        {outliers.map((outlier) => (
          <span key={outlier} className="outlier">
            <Icon path={mdiAlertOutline} size="16px" />
            {outlier}
          </span>
        ))}
      </th>
      <td className="figure">
        {facts.mmText(length)}
        <span className="more">
          {layers.map((layer) => `${layer.name} ${layer.length.toFixed(2)}`).join(', ')}
          {kind !== 'net' && layers.length > 0 && ' in total'}
        </span>
      </td>
      <td className="figure">
        {skew ? facts.skewText(skew) : '–'}
        {row.gap !== null && row.coupled !== null && (
          <span className="more">
            {facts.mmText(row.coupled)} coupled with a gap of {facts.mmText(row.gap)}
          </span>
        )}
      </td>
      <td className="figure">{delay === null ? '–' : `${delay.toFixed(0)} ps`}</td>
      <td className="figure">
        {vias}
        {layerChanges > 0 && (
          <span className="more">
            {layerChanges} layer {layerChanges === 1 ? 'change' : 'changes'}
          </span>
        )}
      </td>
      <td className="figure">{referenced === null ? '–' : `${(100 * referenced).toFixed(0)}%`}</td>
      <td className="figure">
        {impedance ? facts.impedanceText(impedance) : '–'}
        {impedance && <span className="more">{facts.lineText(impedance)}</span>}
      </td>
    </tr>
  )
}
