import createCache, { type EmotionCache, type StylisElement, type StylisPlugin } from '@emotion/cache'

/*
 * The styles of the product's components. Chakra puts the styles of recipes in a cascade layer, so that a component's
 * own styles override them. But each time a rule in a layer is added, Chromium computes the styles, fonts and layout of
 * the whole page again, which takes 200 ms on a slow phone. So the layer is removed here, and the specificity of all
 * other rules is raised instead, with the same effect. The global styles keep their layers, because they are added only
 * once.
 */

const recipeLayer = '@layer recipes'

/** Raises the specificity of a selector as much as an id would. No element has this id. */
const boost = ':not(#_)'
const lower = (selector: string) => selector.replaceAll(boost, '')
const raise = (selector: string) => lower(selector).replace(/\.css-[\w-]+/, `$&${boost}`)

/** Creates the plugin that removes the layer. Each cache needs its own. */
function flattenRecipes(): StylisPlugin {
  const ofRecipes = new WeakSet<StylisElement>()
  const mark = (elements: StylisElement[]) => {
    for (const element of elements) {
      ofRecipes.add(element)
      if (Array.isArray(element.children)) mark(element.children)
    }
  }
  return (element, _index, _siblings, callback) => {
    const { type, value, props, children } = element
    // Emotion derives the selectors of a nested rule from those of its parent, which may already have been raised. So the
    // rules of recipes are lowered again, and raising a selector twice must have no effect.
    if (type === 'rule' && Array.isArray(props)) element.props = props.map(ofRecipes.has(element) ? lower : raise)
    if (value !== recipeLayer || !Array.isArray(children)) return undefined
    mark(children)
    // The layer itself is removed. Emotion inserts each rule that has no root separately.
    Object.assign(element, { type: 'comm', children: [] })
    return children
      .map((child, index) => callback(Object.assign(child, { root: element.root }), index, children, callback))
      .join('')
  }
}

/** Properties that some supported browser supports only, or more completely, with a prefix. */
const prefixed = new Set([
  'backdrop-filter',
  'box-decoration-break',
  'hyphens',
  'mask-image',
  'text-decoration',
  'user-select',
])

/** Replaces Emotion's own prefixes, most of which no supported browser needs. */
const addPrefixes: StylisPlugin = (element) => {
  const { type, value, props } = element
  if (type === 'decl' && typeof props === 'string' && prefixed.has(props)) element.return = `-webkit-${value}${value}`
}

/** Creates the cache of a page's styles. Prerendering needs a separate one with `compat = true` for each page. */
export const createStyleCache = () => createCache({ key: 'css', stylisPlugins: [flattenRecipes(), addPrefixes] })

/** The styles that the build adds to a page (scripts/build.mjs), each with the names of its rules. */
const pageStyles = () => document.querySelectorAll<HTMLElement>('style[data-styles]')

/** Whether the page already contains the global styles. */
export const hasGlobalStyles = () => typeof document !== 'undefined' && pageStyles().length > 0

/**
 * Creates the cache for a page in the browser. It contains the page's prerendered styles, which stay where they are.
 * Emotion's own method of adopting them would move their elements, and the browser would recompute everything.
 */
export function createPageCache(): EmotionCache {
  const cache = createStyleCache()
  for (const { dataset } of pageStyles())
    for (const name of dataset['styles']?.split(' ') ?? []) cache.inserted[name] = true
  return cache
}
