import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'

import { dollarText } from '../../../machines/lib/dollars'
import { netText } from '../../../machines/wizard/board/net-list'
import type { CheckoutOrder } from '../../../machines/wizard/drafts/request-draft'
import { boughtWith, type PriceTable } from '../../../machines/wizard/rows/interfaces'
import { signalDetails } from '../../../machines/wizard/rows/row-details'
import { type OrderTax, taxText } from '../../../machines/wizard/billing/tax'
import { price } from '../../ui/amounts'

const Cell = chakra('td', { base: { py: '2', px: { base: '2', md: '3' }, verticalAlign: 'top' } })
const Head = chakra('th', {
  base: { py: '2', px: { base: '2', md: '3' }, textAlign: 'start', fontWeight: 'medium', color: 'fg.muted' },
})

/**
 * On a phone, the nets and the details of a row are below its name and price, because four columns would leave no space
 * for a net name on one line.
 */
const lines: SystemStyleObject = {
  '& tbody tr, & tfoot tr': { borderTopWidth: '1px' },
  mdDown: {
    '&, & tbody, & tfoot': { display: 'block' },
    '& thead': { srOnly: true },
    '& tbody tr, & tfoot tr': { display: 'grid', gridTemplateColumns: '1fr auto' },
    '& tbody td:nth-of-type(2), & tbody td:nth-of-type(3)': { order: '1', gridColumn: '1 / -1', pt: '0' },
  },
}

type Line<Row> = Row & { /** The price before it changed. */ old_price?: number | undefined }

type OrderLinesProps = {
  si: Line<CheckoutOrder['si'][number]>[]
  pi: Line<CheckoutOrder['pi'][number]>[]
  total: number
  oldTotal?: number | null
  /** The tax that is added to the total. */
  tax?: OrderTax | null | undefined
}

/** A price, preceded by the old price if it has changed. */
const Price = ({ now, old }: { now: number; old: number | null | undefined }) => (
  <>
    {old != null && old !== now && (
      <chakra.del display="block" color="fg.muted" fontWeight="normal">
        <chakra.span srOnly>was </chakra.span>
        {price(old)}
      </chakra.del>
    )}
    {price(now)}
  </>
)

/** Replaces a missing part with a dash. `together` uses a single dash if both parts are missing. */
const orBlank = (text: string) => text.trim() || '–'
const together = (first: string, words: string, second: string) =>
  first.trim() === '' && second.trim() === '' ? '–' : `${orBlank(first)}${words}${orBlank(second)}`

/** The rows of a request and their prices. */
export function OrderLines({ si, pi, total, oldTotal, tax }: OrderLinesProps) {
  return (
    <chakra.div overflowX="auto" borderWidth="1px" borderRadius="l2" tabIndex={0} role="region" aria-label="Order">
      <chakra.table w="full" textStyle="sm" css={lines}>
        <chakra.thead bg="bg.subtle">
          <tr>
            <Head scope="col">Simulation</Head>
            <Head scope="col">Nets</Head>
            <Head scope="col">Details</Head>
            <Head scope="col" textAlign="end">
              Price
            </Head>
          </tr>
        </chakra.thead>
        <tbody>
          {si.map((row, index) => (
            // The index serves as the key: the rows of an order have no ids and are never reordered.
            <tr key={`si-${index}`}>
              <Cell>{orBlank(row.interface)}</Cell>
              <Cell fontFamily="mono" minW="20" overflowWrap="anywhere">
                {together(netText(row.signal_nets), ' with ground ', netText(row.ground_nets))}
              </Cell>
              <Cell>{signalDetails(row)}</Cell>
              <Cell textStyle="figures" textAlign="end">
                <Price now={row.unit_price} old={row.old_price} />
              </Cell>
            </tr>
          ))}
          {pi.map((row, index) => (
            <tr key={`pi-${index}`}>
              <Cell>{orBlank(row.type)}</Cell>
              <Cell fontFamily="mono" minW="20" overflowWrap="anywhere">
                {together(row.power_net, ' with ground ', row.ground_net)}
              </Cell>
              <Cell>Target impedance {orBlank(row.target_impedance)}</Cell>
              <Cell textStyle="figures" textAlign="end">
                <Price now={row.unit_price} old={row.old_price} />
              </Cell>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <Head scope="row" colSpan={3}>
              {tax ? 'Total before tax' : 'Total in US dollars'}
            </Head>
            <Cell textStyle="figures" textAlign="end" fontWeight={tax ? 'normal' : 'semibold'}>
              <Price now={total} old={oldTotal} />
            </Cell>
          </tr>
          {tax && (
            <>
              <tr>
                <Head scope="row" colSpan={3}>
                  {taxText(tax)}
                </Head>
                <Cell textStyle="figures" textAlign="end">
                  {dollarText(tax.cents)}
                </Cell>
              </tr>
              <tr>
                <Head scope="row" colSpan={3}>
                  Total in US dollars, with tax
                </Head>
                <Cell textStyle="figures" textAlign="end" fontWeight="semibold">
                  {dollarText(total * 100 + tax.cents)}
                </Cell>
              </tr>
            </>
          )}
        </tfoot>
      </chakra.table>
    </chakra.div>
  )
}

type OrderedProps = Parameters<typeof boughtWith>[0] & {
  /** The price table for an order that has not been paid yet. */
  prices?: PriceTable
}

/** What the customer gets for the rows of a request. */
export function WhatYouGet({ si, pi, prices }: OrderedProps) {
  const bought = boughtWith({ si, pi }, prices)
  if (bought.length === 0) return null
  return (
    <chakra.section aria-label="What you get" textStyle="sm">
      <chakra.p fontWeight="medium">What you get</chakra.p>
      <chakra.ul color="fg.muted">
        {bought.map(({ name, text }) => (
          <li key={name}>
            {name}: {text}
          </li>
        ))}
      </chakra.ul>
    </chakra.section>
  )
}
