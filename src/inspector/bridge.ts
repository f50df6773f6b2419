import { version as xstateVersion } from 'xstate/package.json'

import { version } from '../../package.json'
import { attachInspector as attach } from './adapter/attach'

/**
 * Attaches the inspector to this app. src/main.ts calls it before any actor starts, if config.json enables it. See
 * docs/decisions/2026-11-21-inspector.md.
 */
export function attachInspector() {
  const { style } = document.documentElement
  style.setProperty('--inspector-font', 'var(--chakra-fonts-mono)')
  style.setProperty('--inspector-bg', 'var(--chakra-colors-bg-inverted)')
  style.setProperty('--inspector-fg', 'var(--chakra-colors-fg-inverted)')
  attach({ versions: { app: version, xstate: xstateVersion } })
}
