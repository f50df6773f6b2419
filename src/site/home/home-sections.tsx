import { type ReactNode, useMemo } from 'react'

import type { ToolKey } from '../../content/shell'
import type { Notify } from '../../ui/notices/notify'
import { connectSite } from '../machines'
import { Contact } from './contact'
import { News } from './news'
import { Publications } from './publications'
import { SiteProvider } from './site-services'
import { Tools } from './tools'

// The staff's preview uses these. They are exported from here, because each separately loaded file has to be listed in
// the code that every page loads.
export { NewsCard } from './news-card'
export { Entry } from './publications'

export type SectionServices = {
  api: Parameters<typeof connectSite>[0]
  /** The base URL of the v1 API. */
  v1: string
  onOpenTool: (tool: ToolKey) => void
  /** Shows a notice emitted by a section's machine. */
  notify: Notify
}

/** The sections of the home page that respond to the visitor. */
const sections = {
  publications: () => <Publications />,
  tools: ({ onOpenTool }) => <Tools onOpenTool={onOpenTool} />,
  contact: () => <Contact />,
  news: () => <News />,
} satisfies Record<string, (services: SectionServices) => ReactNode>

export type SectionName = keyof typeof sections

export function HomeSection({ name, services }: { name: SectionName; services: SectionServices }) {
  const { api, v1, notify } = services
  const site = useMemo(() => ({ machines: connectSite(api, v1), notify }), [api, v1, notify])
  return <SiteProvider value={site}>{sections[name](services)}</SiteProvider>
}
