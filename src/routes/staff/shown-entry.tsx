import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'

import type { EntryFields, EntryKind } from '../../../machines/staff/site/entry-form'
import { Entry, NewsCard } from '../../site/home/home-sections'

/** An entry as the home page shows it. */
export const shownEntry = (kind: EntryKind, fields: EntryFields) =>
  kind === 'news' ? <ShownNews {...fields} /> : <ShownPublication {...fields} />

const ShownNews = ({ title = '', date = '', image = '', content = '' }: EntryFields) => (
  <chakra.div maxW="sm">
    <NewsCard
      item={{ id: 0, title, date, image, content }}
      index={0}
      expanded
      overflowing={false}
      onMeasure={() => {}}
      onToggle={() => {}}
    />
  </chakra.div>
)

function ShownPublication({ title = '', url = '', authors = '', conference = '' }: EntryFields) {
  const [expanded, setExpanded] = useState(true)
  const publication = { id: 0, title, url: url === '' ? null : url, authors, conference, expanded, alway_show: true }
  return (
    <chakra.ol borderTopWidth="1px">
      <Entry publication={publication} shown expanded={expanded} onToggle={() => setExpanded(!expanded)} />
    </chakra.ol>
  )
}
