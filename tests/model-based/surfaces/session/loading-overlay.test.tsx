// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

import { loadingMachine } from '../../../../machines/session/loading.machine'
import type { Finding } from '../../../../machines/session/session.machine'
import { arrive, visit } from '../../site'
import type { Surface } from '../../surface'
import { testSurface } from '../../view-paths'

/** Resolves the provider's first session check. */
let answer: (found: Finding) => void = () => {}

const loadingOverlay: Surface<typeof loadingMachine> = {
  situations: { 'a visitor': {} },
  events: { 'status.known': [{}] },
  done: {},
  failed: {},
  mount: async ({ machine }) => {
    const checkSession = () => new Promise<Finding>((resolve) => (answer = resolve))
    await visit({ at: '/privacy', port: { checkSession }, machines: (wired) => ({ ...wired, loading: machine }) })
  },
  states: {
    covered: () => {
      expect(screen.getByText('Loading...').closest('[role=status]')).toBeVisible()
      // The page's footer is rendered later, with everything that is deferred until it becomes visible.
      expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument()
    },
    open: async () => {
      await arrive()
      expect(screen.queryByText('Loading...')).not.toBeInTheDocument()
      expect(screen.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
      expect(screen.getByRole('link', { name: 'Login' })).toBeVisible()
      expect(screen.getByRole('contentinfo')).toBeVisible()
    },
  },
  perform: {
    'status.known': () => answer({ kind: 'anonymous' }),
  },
}

testSurface('Loading overlay', loadingMachine, loadingOverlay)
