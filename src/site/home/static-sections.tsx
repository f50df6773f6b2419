import { About } from './about'
import { PriceTeaser } from './price-teaser'
import { HowItWorks } from './how-it-works'
import { Partners } from './partners'
import { Security } from './security'
import { Services } from './services'

/** The sections of the home page that need no code of their own when they are prerendered. */
const sections = {
  price: PriceTeaser,
  how: HowItWorks,
  services: Services,
  about: About,
  security: Security,
  partners: Partners,
}

export type StaticSectionName = keyof typeof sections

export function StaticSection({ name }: { name: StaticSectionName }) {
  const Section = sections[name]
  return <Section />
}
