import { createContext } from 'react'

import { type LayoutNets, noNets } from '../../machines/workspace/net-rules'
import { NetSearch } from '../formats/net-search'

/** The nets of the chosen layout, and a search among them made once for all fields. */
export const searchable = (layout: LayoutNets) => ({ layout, search: new NetSearch(layout.nets) })

export const LayoutNetsContext = createContext(searchable(noNets))
