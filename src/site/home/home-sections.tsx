import { useMemo } from 'react'

import type { ToolKey } from '../../content/shell'
import { About } from './about'
import { Contact } from './contact'
import { connectSite } from '../machines'
import { News } from './news'
import { Partners } from './partners'
import { Publications } from './publications'
import { Services } from './services'
import { SiteProvider } from './site-services'
import { Tools } from './tools'

export type SectionsProps = {
  api: Parameters<typeof connectSite>[0]
  onOpenTool: (tool: ToolKey) => void
  /** Shows a notice emitted by a section's machine. */
  tell: (text: string) => void
}

/** The sections of the home page below the hero. */
export function HomeSections({ api, onOpenTool, tell }: SectionsProps) {
  const site = useMemo(() => ({ machines: connectSite(api), tell }), [api, tell])
  return (
    <SiteProvider value={site}>
      <Services />
      <Publications />
      <Tools onOpenTool={onOpenTool} />
      <About />
      <Contact />
      <News />
      <Partners />
    </SiteProvider>
  )
}
