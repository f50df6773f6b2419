import { About } from './about'
import { BoardPrice } from './board-price'
import { Partners } from './partners'
import { Services } from './services'

/** The sections of the home page that are only text, pictures and links. */
const sections = { price: BoardPrice, services: Services, about: About, partners: Partners }

export type StaticSectionName = keyof typeof sections

export function StaticSection({ name }: { name: StaticSectionName }) {
  const Section = sections[name]
  return <Section />
}
