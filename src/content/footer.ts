import { toolLinks } from './shell'

/** The footer columns. `hash` is an anchor of the home page. */
export const footerColumns = [
  {
    title: 'Services',
    links: [
      { text: 'PCB/Package design', hash: 'id_services' },
      { text: 'SIPI simulation', hash: 'id_services' },
      { text: 'PCB prototype', hash: 'id_services' },
    ],
  },
  {
    title: 'Tools',
    links: Object.values(toolLinks).map(({ title, anchor }) => ({ text: title, hash: anchor })),
  },
  {
    title: 'Company',
    links: [
      { text: 'About', hash: 'id_about' },
      { text: 'News', hash: 'id_news' },
      { text: 'Publications', hash: 'id_publications' },
    ],
  },
]
