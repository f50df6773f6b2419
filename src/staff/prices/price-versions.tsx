import { chakra } from '@chakra-ui/react/styled-system'

import type { PriceVersion } from '../../../machines/staff/prices/price-form'
import { isUnchanged, type PriceChange, type PriceDifference, textOf } from '../../../machines/staff/prices/price-plan'
import { price } from '../../ui/amounts'
import { dateAndTime } from '../../ui/time'

/** A column that is as wide as its container, so that long names and long text wrap. */
export const column = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const

/** Names the prices with which a version is compared: those planned for a date, or the current ones. */
export const baseText = (planned: string | null) =>
  planned === null ? 'the current prices' : `the prices planned for ${dateAndTime(planned)}`

/** When a version takes effect, and who created it. */
export const VersionFacts = ({ version: { valid_from, by } }: { version: PriceVersion }) => (
  <>
    From <time dateTime={valid_from}>{dateAndTime(valid_from)}</time>
    {by !== null && `, by ${by}`}
  </>
)

const days = (count: number) => `${count} business ${count === 1 ? 'day' : 'days'}`

const Table = chakra('table', {
  base: {
    w: 'full',
    textStyle: 'sm',
    '& th, & td': { py: '2', pe: '4', textAlign: 'start', verticalAlign: 'top', borderBottomWidth: '1px' },
    '& thead th': { color: 'fg.muted', fontWeight: 'medium' },
    '& tbody th': { fontFamily: 'mono', fontWeight: 'semibold', minW: '24', overflowWrap: 'anywhere' },
    '& .price': { pe: '0', textAlign: 'end', textStyle: 'figures', whiteSpace: 'nowrap' },
    '& .text': { color: 'fg.muted', overflowWrap: 'anywhere' },
  },
})

/** All prices of a version. */
export function PriceRows({ version }: { version: PriceVersion }) {
  return (
    <div>
      <Table>
        <thead>
          <tr>
            <th scope="col">Simulation</th>
            <th scope="col">What the customer gets</th>
            <th scope="col" className="price">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {[...version.si, ...version.pi].map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td className="text">{textOf(row)}</td>
              <td className="price">{price(row.unit_price)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <chakra.p textStyle="sm" mt="3">
        Delivery within {days(version.turnaround_days)} of payment
      </chakra.p>
    </div>
  )
}

/** How a version differs from another one. */
export function Differences({ change }: { change: PriceChange }) {
  if (isUnchanged(change)) return <p>No changes.</p>
  const { rows, days: turnaround } = change
  return (
    <chakra.ul {...column} gap="2" ps="5" listStyleType="disc" textStyle="sm">
      {rows.map((row) => (
        <chakra.li key={row.name} overflowWrap="anywhere">
          <strong>{row.name}</strong>: {changeText(row)}
          {row.text !== null && (
            <chakra.span display="block" color="fg.muted">
              Text: {row.text}
            </chakra.span>
          )}
        </chakra.li>
      ))}
      {turnaround.was !== turnaround.is && (
        <li>
          <strong>Delivery</strong>: {days(turnaround.is)} instead of {days(turnaround.was)}
        </li>
      )}
    </chakra.ul>
  )
}

function changeText({ price: { was, is }, text }: PriceDifference): string {
  if (is === null) return `no longer offered (${price(was ?? 0)})`
  if (was === null) return `new, ${price(is)}`
  return was === is
    ? `new text, still ${price(is)}`
    : `${price(is)} instead of ${price(was)}${text ? ', new text' : ''}`
}
