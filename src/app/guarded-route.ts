import { type ParsedLocation, redirect } from '@tanstack/react-router'

import { isProviderReturn } from '../session/provider/oidc'
import type { Services } from './services'

/** Returns a route's `beforeLoad`, which redirects to /login if the guard denies access. */
export const guarded =
  (access: 'public' | 'authenticated') =>
  async ({
    context,
    location,
    preload,
  }: {
    context: { services: Services }
    location: ParsedLocation
    preload: boolean
  }) => {
    if (preload) return
    const verdict = await context.services.session.guard({
      href: location.href,
      access,
      isProviderReturn: isProviderReturn(new URL(location.href, 'http://site')),
      isLogin: location.pathname === '/login',
    })
    if (verdict === 'login') throw redirect({ to: '/login' })
  }
