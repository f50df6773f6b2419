/** The texts of the home page's sections. src/site selects the drawings by key. */
import { type ToolKey, toolLinks } from './shell'

export type ServiceKey = 'design' | 'simulation' | 'prototype'

export const services = {
  legend: 'Services',
  title: 'PCB innovations with AI/ML services',
  text: 'Three services that hand their results to one another: what is simulated is what was laid out, and what is built is what was simulated.',
  cards: [
    {
      key: 'design',
      title: 'PCB/Package Design',
      text: 'Stackup, constraints, placement and routing for boards and packages that have to work the first time.',
      points: [
        'Stackup and impedance planning with the fabricator',
        'High-speed and high-current layout',
        'Package and board under one set of constraints',
      ],
      way: { text: 'Ask for a quote', to: '/#id_contact' },
    },
    {
      key: 'simulation',
      title: 'SIPI Simulation',
      text: 'Signal and power integrity from DC drop to 32 GT/s channels, with models you can keep and check.',
      points: [
        'Channel and eye analysis for serial links',
        'PDN impedance and decoupling optimized with machine learning',
        'DC drop, current density and return paths',
      ],
      way: { text: 'See the price of your board', to: '/price' },
    },
    {
      key: 'prototype',
      title: 'PCB Prototype',
      text: 'Boards made and assembled to the simulated stackup, brought up and measured against the prediction.',
      points: [
        'Fabrication and assembly, small quantities',
        'Controlled impedance with coupons',
        'Bring-up and correlation with simulation',
      ],
      way: { text: 'Ask for a quote', to: '/#id_contact' },
    },
  ] satisfies { key: ServiceKey; title: string; text: string; points: string[]; way: { text: string; to: string } }[],
}

export const publicationsIntro = {
  legend: 'Publications',
  title: 'Selected reading in the field',
  text: 'Papers by researchers whose work we learn from. They are the work of their authors, not ours.',
}

export const tools = {
  legend: 'Tools',
  title: 'Online tools for everyday questions',
  cards: [
    {
      key: 's2spice',
      ...toolLinks.s2spice,
      text: 'Turns measured or simulated S-parameters of a PDN into a SPICE model, extracts the circuit and optimizes it.',
      origin: 'Our own cloud tool. Requires a login.',
    },
    {
      key: 'inductance',
      ...toolLinks.inductance,
      text: 'Self and mutual inductance of loops, vias and traces from their geometry.',
      origin: 'Run by a university laboratory, not by us.',
    },
    {
      key: 'impedance',
      ...toolLinks.impedance,
      text: 'Characteristic impedance of microstrip and stripline from width, height and permittivity.',
      origin: 'Run by a university laboratory, not by us.',
    },
  ] satisfies { key: ToolKey; anchor: string; title: string; text: string; origin: string }[],
}

export const about = {
  legend: 'About',
  title: 'Engineers for the boards that are hard to get right',
  paragraphs: [
    'We are a Silicon Valley company for PCB and package design, signal and power integrity, and prototypes. We are led by our founder and CEO, an engineer who has spent a career on interconnects and power delivery.',
    'We use AI and machine learning where they earn their place: to search thousands of decoupling choices, to predict impedance before a field solver has run, to find the net that needs a second look. Every result is checked against physics, and by a person who signs it.',
  ],
  facts: [
    { term: 'Led by', detail: 'Founder and CEO' },
    { term: 'Where', detail: 'Campbell, Silicon Valley' },
    { term: 'What', detail: 'Design, simulation, prototypes' },
    { term: 'How', detail: 'Physics first, AI/ML alongside it' },
  ],
}

export const contact = {
  legend: 'Contact',
  title: 'Tell us about your board',
  text: 'A sentence about the interface, the rail or the deadline is enough to start. An engineer will read it and reply.',
  fields: {
    name: { label: 'Name', missing: 'Please tell us your name.' },
    email: { label: 'Email', missing: 'Please enter an e-mail address for our reply.' },
    message: { label: 'Message', missing: 'Please write a sentence or two.' },
  },
  send: 'Send message',
  sending: 'Sending...',
  kept: 'Your message is still here.',
}

export const newsIntro = { legend: 'News', title: 'Where to meet us' }

export const partnersIntro = { title: 'A trusted partner of leading companies worldwide' }
