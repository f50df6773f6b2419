import { useSelector } from '@xstate/react'
import { useDeferredValue } from 'react'

/**
 * Like `useSelector`, for values that change often and are costly to render, such as long lists during an upload. React
 * renders a change in small slices between other tasks, so the page stays responsive.
 */
export const useDeferredSelector: typeof useSelector = (actor, select, compare) =>
  useDeferredValue(useSelector(actor, select, compare))
