import type { ToolKey } from '../content/site'
import type { Viewer } from '../session/viewer'
import { About } from './about'
import { Contact } from './contact'
import { Hero } from './hero'
import { News } from './news'
import { Partners } from './partners'
import { Publications } from './publications'
import { Services } from './services'
import { Tools } from './tools'

type HomePageProps = {
  viewer: Viewer
  /** The work site, opened in a new tab. */
  loginUrl: string
  onOpenTool: (tool: ToolKey) => void
}

/** The home page. Its ten anchors: the sections below, and one on each tool's card. */
export function HomePage({ viewer, loginUrl, onOpenTool }: HomePageProps) {
  return (
    <>
      <Hero viewer={viewer} loginUrl={loginUrl} />
      <Services />
      <Publications />
      <Tools onOpenTool={onOpenTool} />
      <About />
      <Contact />
      <News />
      <Partners />
    </>
  )
}
