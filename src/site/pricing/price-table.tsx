import { Heading } from '@chakra-ui/react/heading'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiCheck } from '@mdi/js'
import { Link } from '@tanstack/react-router'

import { boughtBy, defaultPrices, type PriceTable as Prices } from '../../../machines/wizard/rows/interfaces'
import { pricing } from '../../content/pricing'
import { price } from '../../ui/amounts'
import { Icon } from '../../ui/icon'
import { touchTarget } from '../../ui/theme/recipes'
import { Measure } from '../shell/section'
import { DeliveryText } from './delivery-text'
import { knownPrices } from './listed-prices'

/**
 * The list prices and what they include. Rendered when the site is built, from the API's initial price table; the
 * server (server/site/listed-prices.ts) and an open page (current-prices.ts) replace it with the current one.
 */
export function PriceTable() {
  const { table, included, turnaround, payment } = pricing
  const prices = knownPrices() ?? defaultPrices
  return (
    <chakra.section id="id_list_prices" aria-labelledby="list_prices_title" py={{ base: '12', md: '20' }}>
      <Measure
        display="grid"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.7fr) minmax(0, 1fr)' }}
        gap={{ base: '10', lg: '16' }}
      >
        <div>
          <Heading as="h2" id="list_prices_title" size={{ base: '2xl', md: '3xl' }}>
            {table.title}
          </Heading>
          <chakra.p mt="3" color="fg.muted" textWrap="pretty">
            {table.text}
          </chakra.p>
          <Table>
            <thead>
              <tr>
                {table.head.map((cell) => (
                  <th key={cell} scope="col">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <Rows kind="si" title={table.signal} offered={prices.si} />
            <Rows kind="pi" title={table.power} offered={prices.pi} />
          </Table>
        </div>
        <Facts>
          <h3>{included.title}</h3>
          <ul>
            {included.points.map((point) => (
              <li key={point}>
                <Icon path={mdiCheck} size="18px" />
                {point}
              </li>
            ))}
          </ul>
          <p className="way">
            <Link to="/sample-report">{included.sample}</Link>
          </p>
          <h3>{turnaround.title}</h3>
          <p>
            <DeliveryText text={turnaround.text} />
          </p>
          <h3>{payment.title}</h3>
          <p>{payment.text}</p>
        </Facts>
      </Measure>
    </chakra.section>
  )
}

type RowsProps = { kind: 'si' | 'pi'; title: string; offered: Prices['si'] }

function Rows({ kind, title, offered }: RowsProps) {
  return (
    <tbody data-price-rows={kind}>
      <tr>
        <th scope="rowgroup" colSpan={3}>
          {title}
        </th>
      </tr>
      {offered.map(({ name, unit_price }) => (
        <tr key={name} data-price-row="">
          <th scope="row">{name}</th>
          <td>{boughtBy(name, offered)}</td>
          <td>{price(unit_price)}</td>
        </tr>
      ))}
    </tbody>
  )
}

const Table = chakra('table', {
  base: {
    mt: '6',
    w: 'full',
    '& th, & td': { py: '3', pe: '4', textAlign: 'start', verticalAlign: 'top', borderBottomWidth: '1px' },
    '& th:last-child, & td:last-child': { pe: '0', textAlign: 'end', textStyle: 'figures', fontWeight: 'semibold' },
    '& thead th': { textStyle: 'sm', fontWeight: 'medium', color: 'fg.muted' },
    '& th[scope=rowgroup]': { pt: '5', textStyle: 'legend', color: 'accent.fg', textAlign: 'start' },
    '& [scope=row]': {
      fontFamily: 'mono',
      textStyle: 'sm',
      fontWeight: 'semibold',
      minW: '24',
      overflowWrap: 'anywhere',
    },
    '& td': { textStyle: 'sm', color: 'fg.muted', overflowWrap: 'anywhere' },
    '& td:last-child': { textStyle: 'figures', color: 'fg', whiteSpace: 'nowrap' },
  },
})

const Facts = chakra('div', {
  base: {
    p: '6',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'xl',
    textStyle: 'sm',
    color: 'fg.muted',
    '& h3': { fontWeight: 'semibold', textStyle: 'md', color: 'fg', mb: '2' },
    '& h3:not(:first-of-type)': { mt: '6' },
    '& ul': { display: 'grid', gap: '2' },
    '& li': { display: 'grid', gridTemplateColumns: '18px 1fr', gap: '2' },
    '& svg': { color: 'primary.fg', mt: '0.5' },
    '& .way': { mt: '3' },
    '& .way a': { color: 'fg', fontWeight: 'medium', textDecoration: 'underline', ...touchTarget },
    '@media (forced-colors: active)': { '& svg': { color: 'CanvasText' } },
  },
})
