import { brand } from './brand'
import type { LegalDocument } from './legal'

const toContact = { text: 'How to contact us', to: '#contact' } as const

/** The privacy policy: what is collected, why, for how long, and the user's rights. */
export const privacy: LegalDocument = {
  title: 'Privacy policy',
  updated: 'Last updated June 29, 2024',
  intro: `This notice describes what ${brand.legalName} (“we”, “us”) does with personal information when you visit this site, use the workspace and the tools, order a service, or write to us. It helps you understand your rights and choices. If you disagree with it, please do not use our services. If you have questions, write to the address below.`,
  sections: [
    {
      id: 'collected',
      title: 'What information we collect',
      paragraphs: [
        'We collect the information that you give us when you register, send a message, upload files, order a service or otherwise use our services. Depending on what you do, this is:',
      ],
      list: [
        'your name, username and password, which our sign-in service keeps;',
        'e-mail address, telephone number, postal and billing address;',
        'your company and your role in it;',
        'what you write to us, and the files that you upload.',
      ],
      more: [
        'We do not ask for sensitive personal information, and do not process any.',
        'We need payment data when you buy something. Your card number and security code go to our payment provider, which stores them and has its own privacy notice; we receive only a confirmation of your payment.',
        'All information that you give us must be true, complete and accurate, and you must tell us when it changes.',
      ],
    },
    {
      id: 'use',
      title: 'How we use it',
      paragraphs: ['We use personal information to provide, improve and maintain our services. In particular:'],
      list: [
        'to create and manage your account, and to sign you in;',
        'to deliver the simulations, designs and prototypes that you order;',
        'to answer your questions and to help when something does not work;',
        'to send you notices about your orders, our services, and changes to our terms;',
        'to keep the services secure, and to detect and prevent fraud;',
        'to meet our legal obligations, and to protect a person’s vital interests.',
      ],
      more: ['We use it for other purposes only with your consent.'],
    },
    {
      id: 'legal-bases',
      title: 'The legal bases we rely on',
      paragraphs: [
        'We process personal information only where we believe that it is necessary and that we have a legal basis for it. Where the law of the European Union or the United Kingdom applies, we rely on one of these:',
      ],
      list: [
        'your consent for a particular purpose, which you can withdraw at any time;',
        'a contract with you, or steps that you requested before entering into one;',
        'our legal obligations, such as cooperating with an authority, or the defense of our rights;',
        'the vital interests of a person, when someone’s safety is at risk.',
      ],
      more: [
        'Where the law of Canada applies, we rely on your express consent, or on your implied consent where that can be inferred; you can withdraw either at any time. In exceptional cases, Canadian law allows us to process information without consent, for example for investigations and the prevention of fraud, for business transactions under certain conditions, for a witness statement in an insurance claim, to identify an injured, ill or deceased person and tell the next of kin, where a court or subpoena requires it, or where the information is public by law.',
      ],
    },
    {
      id: 'sharing',
      title: 'When and with whom we share it',
      paragraphs: ['We share personal information only in these cases:'],
      list: [
        'with our service providers, such as those for hosting, sign-in, e-mail and payment, and only what they need for their task;',
        'with the other members of a project that you take part in: your name, e-mail address and role;',
        'with a successor, if the business or a part of it is merged, financed or sold;',
        'with an authority, where the law requires it.',
      ],
      more: [
        'We do not sell personal information, and do not share it for advertising. Third-party tools that you can open from our site are not run by us: what you enter there goes to their providers, under their own notices.',
      ],
    },
    {
      id: 'transfer',
      title: 'International transfer',
      paragraphs: [
        'Our servers are in the United States. If you use the services from elsewhere, your information is transferred to, stored and processed in the United States, and, by our service providers, also in other countries.',
        'If you live in the European Economic Area, the United Kingdom or Switzerland, the laws of the countries where your information is processed may protect it less than your own. We protect it everywhere as described in this notice and as required by law.',
      ],
    },
    {
      id: 'retention',
      title: 'How long we keep it',
      paragraphs: [
        'We keep your information while you have an account with us, and only for the purposes in this notice, unless the law requires or allows us to keep it longer, as it does for tax and accounting records.',
        'When we no longer have a reason to process it, we delete or anonymize it. Where that is not possible, for example because it is in a backup, we store it separately and do not process it until it can be deleted.',
      ],
      list: [
        'A comment is kept with its file, together with the time, its position in the file and your name, and is deleted with the file or project. Your name is removed when your data is deleted.',
        'The activity record of a project lists who did what, and when. It stays with the project; your name in it is removed when your data is deleted.',
        // The server deletes these messages after MESSAGE_RETENTION_MONTHS (server/config.ts).
        'Messages that you send with the contact form are deleted after 24 months, together with our answers to them and our notes about them.',
        'Notifications are kept for 90 days. They are sent by e-mail only as you choose in your settings.',
        'A board whose price you look up without an account is read in your browser. If you go on to sign in, the browser keeps your choice and, if it has at most 200 MB, the board. They are erased when they are used, when you log out, or, after 24 hours, the next time you open the site.',
      ],
    },
    {
      id: 'security',
      title: 'How we keep it safe',
      paragraphs: [
        'We protect the information that we process with technical and organizational measures: encrypted transmission, role-based access, short-lived credentials, and logs that contain no secrets.',
        'No transmission over the internet and no storage is free of risk, so we cannot guarantee that our security will never be breached. You send us information at your own risk, and you should use the services only from a secure environment.',
      ],
    },
    {
      id: 'minors',
      title: 'Minors',
      paragraphs: [
        'Our services are for people aged 18 and over. We do not knowingly collect information from minors or offer services to them. By using the services, you confirm that you are at least 18.',
        'If we learn that we hold information about someone under 18, we close the account and take reasonable steps to delete the data without delay. If you know of such a case, please tell us.',
      ],
      links: [toContact],
    },
    {
      id: 'rights',
      title: 'Your privacy rights',
      paragraphs: ['Depending on where you live, you may have the right:'],
      list: [
        'to request access to your personal information, and a copy of it;',
        'to request its correction or deletion;',
        'to restrict its use;',
        'to receive it in a portable format;',
        'to object to its use;',
        'not to be subject to automated decision-making.',
      ],
      more: [
        'We consider every request and act on it as required by law. Where we rely on your consent, you can withdraw it at any time. This does not affect earlier processing. If you live in the European Economic Area or the United Kingdom and believe that we process your information unlawfully, you may complain to your data protection authority; in Switzerland, to the Federal Data Protection and Information Commissioner.',
        'You can review, change or close your account at any time on your account page. When you close it, we delete it from our active databases; we may keep some information to prevent fraud, solve problems, assist with investigations, enforce our terms, and meet legal obligations.',
      ],
      links: [toContact],
    },
    {
      id: 'do-not-track',
      title: 'Do-not-track signals',
      paragraphs: [
        'Most browsers can send a do-not-track signal. There is no uniform standard yet for how a site must recognize and respond to it, so we do not respond to such signals or to similar ones. If a standard is adopted that we must follow, we will say so in a new version of this notice.',
      ],
    },
    {
      id: 'california',
      title: 'Rights of California residents',
      paragraphs: [
        'If you live in California, you may ask which categories and specific pieces of personal information we collected, for what purpose, from where, and with whom we shared it. You may request its correction and deletion, limit the use of sensitive information, and opt out of the sale or sharing of your information. We neither sell personal information nor share it for advertising, and have done neither in the past twelve months. We act on an opt-out request within 15 days. Exercising a right is free of charge, and we do not discriminate against you for it.',
        'Once a year you may also ask, free of charge, whether we give personal information to others for their direct marketing; we do not. If you are under 18, live in California and have an account, you may ask us to remove what you posted publicly.',
        'An agent may act for you with your written permission. Before we act on a request, we verify that it comes from you or your agent, using information that we already hold. If we need more information for this, we use it for nothing else.',
        'The following table lists the categories defined by California law and whether we collected them in the past twelve months:',
      ],
      table: {
        head: ['Category', 'Collected'],
        rows: [
          ['A. Identifiers and contact details, such as name, username, e-mail and postal address', 'Yes'],
          ['B. Customer records: name, contact, education, employment and financial information', 'Yes'],
          ['C. Characteristics of protected classes, such as age or gender', 'No'],
          ['D. Commercial information, such as purchasing habits', 'No'],
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
      links: [toContact],
    },
    {
      id: 'virginia',
      title: 'Rights of Virginia residents',
      paragraphs: [
        'If you live in Virginia and act as a private individual, you may ask whether we process your personal data; request access to it, its correction and its deletion; obtain a copy of what you gave us; and opt out of targeted advertising, of the sale of your data, and of profiling that has legal or similar effects. We do no such advertising, selling or profiling.',
        'You can make a request yourself or through an agent who shows us your permission. We respond within 45 days of your request. If your request is complex, or you make several, we may take another 45 days; we will tell you so, and why, within the first 45 days.',
        'If we decline, we tell you why and how to appeal. We respond to an appeal in writing within 60 days, with our reasons. If we decline that as well, you may complain to the Attorney General of Virginia.',
      ],
      links: [toContact],
    },
    {
      id: 'updates',
      title: 'Updates to this notice',
      paragraphs: [
        'We update this notice when the law or our services make it necessary. The date at the top shows when it was last changed, and a new version applies as soon as it is published. We announce material changes on the site or to you directly. Please review it from time to time.',
      ],
    },
    {
      id: 'contact',
      title: 'How to contact us',
      paragraphs: [
        'For questions and comments about this notice, and for all requests that it mentions:',
        `Write to us by e-mail at the address below, or by mail to ${brand.legalName}, ${brand.address.join(', ')}.`,
      ],
      links: [{ text: brand.privacyEmail, to: `mailto:${brand.privacyEmail}` }],
    },
    {
      id: 'review',
      title: 'How to review, update or delete your data',
      paragraphs: [
        'Many countries and states give you the right to see the personal information that we hold, to change it, or to have it deleted. You can see and correct most of it on your account page, and delete files and projects in the workspace. After logging in, you can also export or delete everything that the workspace stores about you.',
        'To have the rest reviewed, updated or deleted, send us a request that identifies the information and states your country or state. We verify that the request comes from you before we act on it.',
      ],
      links: [
        { text: 'Export my data', to: '/workspace?dialog=export-data' },
        { text: 'Delete my data', to: '/workspace?dialog=delete-data' },
        toContact,
      ],
    },
  ],
}
