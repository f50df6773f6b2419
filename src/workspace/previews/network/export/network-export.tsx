import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiDownload } from '@mdi/js'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'

import * as saving from '../../../../../machines/previews/network/network-export.machine'
import { Icon } from '../../../../ui/icon'

const texts: Record<Exclude<saving.NetworkExport, 'converted'>, { text: string; name: string }> = {
  csv: { text: 'CSV', name: 'Save values as CSV' },
  png: { text: 'PNG', name: 'Save picture as PNG' },
  svg: { text: 'SVG', name: 'Save picture as SVG' },
  touchstone: { text: 'Touchstone', name: 'Save network as Touchstone' },
  renormalized: { text: 'Touchstone, 50 Ω', name: 'Save network as Touchstone, 50 Ω' },
  mixed: { text: 'Touchstone, mixed mode', name: 'Save network as Touchstone, mixed mode' },
}

function textOf(wanted: saving.NetworkExport, shown: saving.Savable) {
  if (wanted !== 'converted') return texts[wanted]
  const parameter = 'comparison' in shown ? null : saving.convertedTo(shown)
  return { text: `Touchstone, ${parameter}`, name: `Save network as Touchstone, ${parameter}-parameters` }
}

type NetworkExportProps = {
  actor: saving.NetworkExportActor
  shown: saving.Savable
  /** Additional buttons in the same row. */
  children?: ReactNode
}

/** Buttons that save the content of a tab, or the network. */
export function NetworkExport({ actor, shown, children }: NetworkExportProps) {
  const isBusy = useSelector(actor, saving.isSavingNetwork)
  const failure = useSelector(actor, saving.networkExportFailureOf)
  return (
    <>
      <chakra.div role="group" aria-label="Save" display="flex" flexWrap="wrap" gap="2" pt="3">
        {saving.exportsOf(shown).map((wanted) => (
          <Button
            key={wanted}
            size="sm"
            variant="outline"
            aria-label={textOf(wanted, shown).name}
            aria-disabled={isBusy || undefined}
            onClick={() => actor.send({ type: 'export.requested', wanted, shown })}
          >
            <Icon path={mdiDownload} />
            {textOf(wanted, shown).text}
          </Button>
        ))}
        {children}
      </chakra.div>
      {failure && (
        <chakra.p role="alert" textStyle="sm" color="error.fg">
          {failure}
        </chakra.p>
      )}
    </>
  )
}
