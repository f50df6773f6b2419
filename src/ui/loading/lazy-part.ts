import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

import { keepStatic } from './load-failure'

/**
 * A component whose code is loaded when it is first rendered. If loading fails, the rest of the page stays, and a
 * notice offers to try again.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() => load().then((Part) => ({ default: Part }), keepStatic))
