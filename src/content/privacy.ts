import { brand } from './brand'
import type { LegalDocument } from './legal'

const toContact = { text: 'How to contact us', to: '#contact' } as const

/** What is collected, why, for how long, and what a person can ask for. */
export const privacy: LegalDocument = {
  title: 'Privacy policy',
  updated: 'Last updated June 29, 2024',
  intro: `This notice says what ${brand.legalName} ("we") does with personal information when you visit this site, use the workspace and the tools, order a service, or write to us. If you disagree with it, please do not use our services.`,
  sections: [
    {
      id: 'collected',
      title: 'What information we collect',
      paragraphs: [
        'We collect what you give us yourself: your name, your contact details, your user name and what you write when you register, send a message, upload files or order a service. We do not ask for sensitive personal information.',
        'Payment data is needed when you buy something. Your card number and its security code go to our payment provider, which stores them; we receive only what proves that you paid.',
        'Please keep what you tell us true, complete and current, and tell us when it changes.',
      ],
    },
    {
      id: 'use',
      title: 'How we use it',
      paragraphs: [
        'We use the information to run your account, to deliver the simulations, designs and prototypes that you order, to answer you, to keep the services secure, and to meet our legal duties. We use it for anything else only with your consent.',
      ],
    },
    {
      id: 'legal-bases',
      title: 'The legal bases we rely on',
      paragraphs: [
        'Where the law of the European Union, the United Kingdom or Canada applies, we rely on one of these:',
      ],
      list: [
        'your consent, which you can withdraw at any time;',
        'a contract with you, or steps you asked for before one;',
        'a legal duty of ours;',
        'the vital interests of a person;',
        'in Canada, also your implied consent and the exceptions that its law names.',
      ],
    },
    {
      id: 'sharing',
      title: 'When and with whom we share it',
      paragraphs: [
        'We share personal information only with those who work for us, such as our hosting and payment providers, and only what their task needs; with a successor if the business is merged or sold; and with an authority where the law requires it. We do not sell personal information.',
      ],
    },
    {
      id: 'transfer',
      title: 'International transfer',
      paragraphs: [
        'Our servers are in the United States. If you use the services from elsewhere, your information is transferred to, stored and processed in the United States, whose law may protect it differently from your own. We protect it everywhere as this notice says.',
      ],
    },
    {
      id: 'retention',
      title: 'How long we keep it',
      paragraphs: [
        'We keep your information while you have an account with us. When we no longer need it we delete it or make it anonymous; what sits in backups is set apart and not used until it can be deleted. The law may require us to keep some records, such as those of tax, for longer.',
      ],
    },
    {
      id: 'security',
      title: 'How we keep it safe',
      paragraphs: [
        'We protect your information by technical and organisational measures. No transmission and no storage is free of risk, so we cannot promise that nobody will ever break them. Use the services from a secure environment.',
      ],
    },
    {
      id: 'minors',
      title: 'Minors',
      paragraphs: [
        'Our services are for people of 18 years and above. We do not knowingly collect information from minors. If we learn that we have, we close the account and delete the data; if you know of such a case, please tell us.',
      ],
      link: toContact,
    },
    {
      id: 'rights',
      title: 'Your privacy rights',
      paragraphs: [
        'Depending on where you live you may ask for access to your information and a copy of it, for its correction or deletion, for a limit to its use, and for it in a portable form; you may object to its use, and withdraw a consent. You may also complain to your data protection authority.',
        'You can change or close your account at any time through the account page, or ask us to.',
      ],
      link: toContact,
    },
    {
      id: 'do-not-track',
      title: 'Do-not-track signals',
      paragraphs: [
        'Browsers can send a do-not-track signal. No standard says yet what a site must do when it receives one, so we do not respond to such signals. If a standard is adopted that we must follow, we will say so here.',
      ],
    },
    {
      id: 'california',
      title: 'Rights of people in California',
      paragraphs: [
        'If you live in California you may ask what categories and pieces of personal information we collected, why, from where and with whom we shared it; you may ask for its correction and deletion; and you may opt out of its sale or sharing. We neither sell it nor share it for advertising. We act on an opt-out request within 15 days. Using a right costs you nothing and changes nothing in how we treat you.',
        'These are the categories that the law of California names, and what we collected of each in the past twelve months:',
      ],
      table: {
        head: ['Category', 'Collected'],
        rows: [
          ['A. Identifiers and contact details, such as name, user name, e-mail address', 'Yes'],
          ['B. Customer records: name, contact, education, employment and financial information', 'Yes'],
          ['C. Characteristics of protected classes', 'No'],
          ['D. Commercial information', 'No'],
          ['E. Biometric information', 'No'],
          ['F. Internet or similar network activity', 'No'],
          ['G. Geolocation', 'No'],
          ['H. Audio, electronic, visual or similar information', 'No'],
          ['I. Professional or employment-related information', 'No'],
          ['J. Education information', 'No'],
          ['K. Inferences from other information', 'No'],
          ['L. Sensitive personal information', 'No'],
        ],
      },
      link: toContact,
    },
    {
      id: 'virginia',
      title: 'Rights of people in Virginia',
      paragraphs: [
        'If you live in Virginia you may ask whether we process your personal data, and for access, correction, deletion and a copy of it; and you may opt out of targeted advertising, sale and profiling.',
        'We answer within 45 days of your request. Where it is complex we may take 45 days more, and tell you so with the reason within the first 45. If we decline, you may appeal; we answer an appeal in writing within 60 days. If we decline that as well, you may complain to the Attorney General of Virginia.',
      ],
      link: toContact,
    },
    {
      id: 'updates',
      title: 'Updates to this notice',
      paragraphs: [
        'We change this notice when the law or our services change. The date at its head tells when it was last changed; of larger changes we tell you directly or by a notice on the site.',
      ],
    },
    {
      id: 'contact',
      title: 'How to contact us',
      paragraphs: [`Write to ${brand.privacyEmail}, or by post to ${brand.legalName}, ${brand.address.join(', ')}.`],
    },
    {
      id: 'review',
      title: 'How to review, update or delete your data',
      paragraphs: [
        'You can see and correct most of your data on your account page. To have the rest reviewed, updated or deleted, send us a request. We check that it comes from you before we act on it.',
      ],
      link: toContact,
    },
  ],
}
