import type { Services } from '../../app/services'

/**
 * Replaces the prices of a public page with the current ones. The import is here and not in the pages' components: the
 * React compiler skips components with `import()`, and parts of a page that are not memoized lose their prerendered
 * content when they hydrate, along with everything that was typed.
 */
export const showPrices = (api: Services['api']) =>
  import('../../site/pricing/listed-prices').then(
    ({ showListedPrices }) => showListedPrices(api),
    () => {},
  )
