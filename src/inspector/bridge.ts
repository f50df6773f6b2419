import { version as xstateVersion } from 'xstate/package.json'

import { version } from '../../package.json'
import { attachInspector as attach } from './adapter/attach'
import type { Secrets } from './adapter/plain'

/** Addresses that are secret, because anyone who has one can pay for an order or open a shared file. */
export const secrets: Secrets = {
  names: ['paymentUrl'],
  texts: [/(?<=\bhttps?:\/\/[^\s"'/]+\/)(?:checkout|c\/pay)\/[^\s"']+/gi, /(?<=\/shares?\/)[^/?#\s"']+/gi],
}

/**
 * Attaches the visualizer to this app. If config.json enables it, src/main.ts calls this before any actor starts. See
 * docs/decisions/2026-11-21-inspector.md.
 */
export function attachInspector() {
  const { style } = document.documentElement
  style.setProperty('--inspector-font', 'var(--chakra-fonts-mono)')
  style.setProperty('--inspector-bg', 'var(--chakra-colors-bg-inverted)')
  style.setProperty('--inspector-fg', 'var(--chakra-colors-fg-inverted)')
  attach({ versions: { app: version, xstate: xstateVersion }, secrets })
}
