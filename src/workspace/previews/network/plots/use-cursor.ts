import { useSelector } from '@xstate/react'
import { useState } from 'react'

import * as analysis from '../../../../../machines/previews/network/network-analysis.machine'

/**
 * The cursor of a tab, as an index into the values of its x axis. It follows the pointer. A position picked by a press
 * or with the slider is kept in the address.
 */
export function useCursor(actor: analysis.NetworkAnalysisActor, values: Float64Array, first = 0) {
  const place = useSelector(actor, analysis.placeOf)
  const [hovered, setHovered] = useState<number | null>(null)
  const picked = place === null ? first : analysis.nearestTo(values, place)
  return {
    at: Math.min(hovered ?? picked, values.length - 1),
    onHover: setHovered,
    onPick: (index: number) => {
      setHovered(null)
      const value = values[index]
      if (value !== undefined) actor.send({ type: 'cursor.moved', place: value })
    },
  }
}
