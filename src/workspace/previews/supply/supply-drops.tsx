import { Button } from '@chakra-ui/react/button'
import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { mdiDownload } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'

import * as drops from '../../../../machines/previews/supply/supply-drops'
import { dropSettingsOf, type supplyDropsMachine } from '../../../../machines/previews/supply/supply-drops.machine'
import { Icon } from '../../../ui/icon'
import { choicesStyle } from '../network/fields/choice'
import { NumberField } from '../network/fields/number-field'
import { TabSection } from '../network/tabs/tab-section'
import { VerdictBadge } from '../verdict-badge'
import { saveBlob } from '../../transfers/save-file'

type SupplyDropsProps = {
  machine: typeof supplyDropsMachine
  pins: drops.SupplyPin[]
  name: string
  /**
   * The initial settings, and a function that is called when they change. Both use the string form from the page's URL.
   */
  view: string
  onView: (view: string) => void
}

/** More rows would make the page slow; the saved file contains all of them. */
const mostRows = 500

/** The voltages of a supply's pins as drops against a limit: the verdict, the settings, and the pins. */
export function SupplyDrops({ machine, pins, name, view, onView }: SupplyDropsProps) {
  const [connected] = useState(() =>
    machine.provide({
      actions: {
        tellView: (_, shown) => onView(shown),
        saveDrops: (_, chosen) => {
          const csv = drops.dropsCsv(drops.pinDrops(pins, chosen))
          saveBlob(new Blob([csv], { type: 'text/csv' }), `${name.replace(/\.[^.]*$/, '')}-drops.csv`)
        },
      },
    }),
  )
  const actor = useActorRef(connected, { input: { view } })
  const settings = useSelector(actor, dropSettingsOf)
  const found = useMemo(() => drops.pinDrops(pins, settings), [pins, settings])
  const [worst] = found
  return (
    <TabSection label="DC drop">
      <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <VerdictBadge verdict={drops.verdictOfDrops(found)} />
        {drops.summaryOfDrops(found)}
      </chakra.p>
      <chakra.div css={{ ...choicesStyle, alignItems: 'end' }}>
        <NumberField
          label="Nominal voltage (V)"
          value={settings.nominal ?? worst?.nominal ?? 0}
          accept={(value) => drops.dropNumberIn('nominal', value)}
          onChange={(nominal) => actor.send({ type: 'setting.changed', change: { nominal } })}
        />
        <NumberField
          label="Allowed drop (%)"
          value={settings.allowed}
          accept={(value) => drops.dropNumberIn('allowed', value)}
          onChange={(allowed) => actor.send({ type: 'setting.changed', change: { allowed } })}
        />
        <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'settings.reset' })}>
          Reset to default settings
        </Button>
        <Button
          size="sm"
          variant="outline"
          aria-label="Save drops as CSV"
          onClick={() => actor.send({ type: 'save.requested' })}
        >
          <Icon path={mdiDownload} />
          CSV
        </Button>
      </chakra.div>
      <Pins found={found.slice(0, mostRows)} />
      {found.length > mostRows && (
        <chakra.p textStyle="sm" color="fg.muted">
          Of {found.length.toLocaleString('en-US')} pins, the {mostRows} with the smallest margins are shown.
        </chakra.p>
      )}
    </TabSection>
  )
}

const tableStyle: SystemStyleObject = {
  textStyle: 'sm',
  '& th, & td': { py: '1', pe: '6', textAlign: 'start', whiteSpace: 'nowrap' },
  '& thead th': { fontWeight: 'medium', color: 'fg.muted' },
  '& .figure': { textStyle: 'figures', textAlign: 'end' },
}

const Pins = ({ found }: { found: drops.PinDrop[] }) => (
  <chakra.div overflowX="auto" flexShrink="0" tabIndex={0} role="region" aria-label="Drops at the pins">
    <chakra.table css={tableStyle}>
      <thead>
        <tr>
          <th scope="col">Pin</th>
          <th scope="col">Verdict</th>
          {['Voltage', 'Current', 'Drop', 'Limit', 'Margin'].map((title) => (
            <th key={title} scope="col" className="figure">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {found.map(({ pin, verdict, voltage, current, drop, limit, margin }, index) => (
          // The index serves as the key, because a table can list a pin twice.
          <tr key={index}>
            <th scope="row">{pin}</th>
            <td>
              <VerdictBadge verdict={verdict} />
            </td>
            <td className="figure">{drops.voltageText(voltage)}</td>
            <td className="figure">{current === null ? '' : `${current} A`}</td>
            <td className="figure">{drops.voltageText(drop)}</td>
            <td className="figure">{drops.voltageText(limit)}</td>
            <td className="figure">
              {margin < 0 ? '' : '+'}
              {drops.voltageText(margin)}
            </td>
          </tr>
        ))}
      </tbody>
    </chakra.table>
  </chakra.div>
)
