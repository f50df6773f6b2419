import { chakra } from '@chakra-ui/react/styled-system'

import type { NetworkFacts } from '../../../../machines/previews/network/network-plot.machine'
import { unitOf } from './plots/network-plot'

const Cell = chakra('td', { base: { py: '1', pe: '3', textStyle: 'figures', whiteSpace: 'nowrap' } })
const Head = chakra('th', { base: { py: '1', pe: '3', textAlign: 'start', fontWeight: 'medium', color: 'fg.muted' } })

/** The noise parameters of a two-port versus frequency. */
export function NoiseTable({ noise }: { noise: NetworkFacts['noise'] }) {
  const unit = unitOf(Float64Array.from(noise, ({ frequency }) => frequency))
  return (
    <chakra.section>
      <chakra.h3 textStyle="sm" fontWeight="medium" mb="1">
        Noise data
      </chakra.h3>
      <chakra.div maxH="240px" overflow="auto" tabIndex={0} role="region" aria-label="Noise data">
        <chakra.table textStyle="sm">
          <thead>
            <tr>
              <Head scope="col">{unit.name}</Head>
              <Head scope="col">NFmin (dB)</Head>
              <Head scope="col">Γopt</Head>
              <Head scope="col">Rn (Ω)</Head>
            </tr>
          </thead>
          <tbody>
            {noise.map(({ frequency, minimum, magnitude, angle, resistance }, index) => (
              // The index serves as the key: noise data is never reordered, and a frequency may occur twice.
              <tr key={index}>
                <Cell>{Number((frequency / unit.hertz).toPrecision(6))}</Cell>
                <Cell>{minimum}</Cell>
                <Cell>
                  {magnitude} ∠ {angle}°
                </Cell>
                <Cell>{Number(resistance.toPrecision(5))}</Cell>
              </tr>
            ))}
          </tbody>
        </chakra.table>
      </chakra.div>
    </chakra.section>
  )
}
