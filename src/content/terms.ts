import { brand } from './brand'
import type { LegalDocument, LegalSection } from './legal'

const section = (id: string, title: string, ...paragraphs: string[]): LegalSection => ({ id, title, paragraphs })

/** The agreement between the company and those who use its site, workspace, tools and services. */
export const terms: LegalDocument = {
  title: 'TERMS OF SERVICE',
  updated: 'Last updated June 30, 2024',
  intro: `These terms are an agreement between you and ${brand.legalName} ("we") about this site, the workspace, the online tools and the services ordered through them (the "Services"). By using the Services you accept them; if you do not, you must not use the Services.`,
  sections: [
    section(
      'agreement',
      'The agreement',
      'These terms, with the privacy policy and what an order says, are the whole agreement. We may change them; the date above tells when we last did, and we announce changes that matter to you before they take effect. Using the Services afterwards means that you accept the change.',
    ),
    section(
      'services',
      'Our services',
      'We offer PCB and package design, signal and power integrity simulation, PCB prototypes, and online tools. They are made for engineering work; results need the judgement of an engineer. The Services are not made to meet rules of particular industries, such as health or defence, and may not be used where such rules would apply to them.',
    ),
    section(
      'eligibility',
      'Who may use them',
      'You must be at least 18 years old and able to enter into a contract. If you act for a company, you confirm that you may bind it.',
    ),
    section(
      'registration',
      'Registration',
      'Some Services need an account. What you tell us when you register must be true, accurate, current and complete, and you keep it so. You guard your credentials and answer for what happens under your account. We may take back a user name that is improper, and close an account whose information is untrue.',
    ),
    section(
      'trial',
      'Free trial',
      'New registered users may use the subscription free of charge for 30 days. After the 30 days the account is charged according to the subscription that you have chosen, unless you cancel before.',
    ),
    section(
      'subscriptions',
      'Subscriptions',
      'A subscription runs for its paid term and is renewed for another until it is cancelled. You agree that we charge your way of payment for each renewal without asking again. We may change the price for a coming term and tell you beforehand.',
    ),
    section(
      'payment',
      'Purchases and payment',
      'We accept Visa, Mastercard, American Express, Discover and PayPal. All payments are in US dollars. Sales tax is added where it is required. You provide current, complete payment information, and pay the price that is shown when you order. We may correct a wrong price, and may decline or limit an order.',
    ),
    section('refunds', 'No refunds', 'All purchases are non-refundable.'),
    section(
      'cancellation',
      'Cancellation',
      'You can cancel a subscription at any time in your account, or by writing to us. Cancellation takes effect at the end of the current paid term; until then the Services stay open to you.',
    ),
    section(
      'orders',
      'Simulation and prototype orders',
      'An order names its scope and price. Where you choose no stackup, the default stackup information in the layout file is used. We work from the files you give us, and answer for our work on them, not for errors that they contain.',
    ),
    section(
      'your-content',
      'Your files and content',
      'Your designs stay yours. You give us the right to store, copy and process them only as far as the Services need it. You confirm that you may give them to us, and that they break no law and nobody’s rights.',
    ),
    section(
      'our-property',
      'Our intellectual property',
      'The software, models, texts, drawings and marks of the Services belong to us or our licensors. You may use them for your own business purposes while you follow these terms, and not copy, resell or take them apart beyond what the law allows.',
    ),
    section(
      'prohibited',
      'What is not allowed',
      'You may not use the Services by automated means: no bots, scripts, scrapers or the like. You may not get around security, disturb the Services, upload harmful code, pretend to be someone else, harass anyone, build a competing product from them, or use them against the law.',
    ),
    section(
      'third-parties',
      'Tools and sites of others',
      'Some tools and links lead to pages of others, such as university laboratories. They have their own terms; we do not run them, do not check them, and are not liable for them.',
    ),
    {
      ...section(
        'privacy',
        'Privacy',
        'The privacy policy is part of these terms. The Services are hosted in the United States; by using them from elsewhere you agree that your data is transferred to and processed in the United States.',
      ),
      link: { text: 'Read the privacy policy', to: '/privacy' },
    },
    section(
      'feedback',
      'Suggestions',
      'If you send us ideas about the Services, we may use them freely and without payment. This does not touch your designs and files.',
    ),
    section(
      'reviews',
      'Reviews',
      'If you review the Services in public, do so honestly and from your own experience. We may quote or remove a review on our own pages.',
    ),
    section(
      'management',
      'How we manage the Services',
      'We may watch for breaches of these terms, take steps against those who break them, limit or remove content that is unlawful or a burden to our systems, and otherwise run the Services so that they work.',
    ),
    section(
      'termination',
      'Term and termination',
      'These terms hold while you use the Services. We may suspend or end your access if you break them or the law. If we end an account, you may not open another under any name. What by its nature should outlast the agreement does.',
    ),
    section(
      'changes',
      'Changes and interruptions',
      'We may change or remove parts of the Services. We cannot promise that they are always available; faults and maintenance can interrupt them, and we are not liable for what such a pause costs you.',
    ),
    section(
      'law',
      'Governing law',
      'The law of the State of California governs these terms, without its rules on the conflict of laws.',
    ),
    section(
      'negotiation',
      'Informal negotiation',
      'Before anyone starts arbitration, both sides try to settle a dispute by talking. The talks begin with written notice and last at least 30 days.',
    ),
    section(
      'arbitration',
      'Binding arbitration',
      'A dispute that talks do not settle is decided by binding arbitration under the rules of the American Arbitration Association (AAA), in California. Both sides give up a trial by court or jury, and class actions. A claim must be started within one year after its cause arose; after that it is barred for good.',
    ),
    section(
      'courts',
      'Exceptions and courts',
      'Disputes about intellectual property, unauthorised use and injunctions need not be arbitrated. For these, and where arbitration is not possible, the courts of Santa Clara, California have jurisdiction, and both sides accept it.',
    ),
    section(
      'corrections',
      'Corrections',
      'The site may hold errors in descriptions, prices or availability. We may correct them at any time without notice.',
    ),
    section(
      'disclaimer',
      'Disclaimer',
      'The Services are provided as they are and as they are available, at your own risk. As far as the law allows we give no warranty, express or implied, of fitness, merchantability, accuracy or freedom from error.',
    ),
    section(
      'liability',
      'Limit of liability',
      'As far as the law allows, we are not liable for lost profit, lost data, or indirect or consequential damage. Our liability for everything together is limited to the lesser of the amount you paid us in the 6 months before the cause arose and 1,000 US dollars.',
    ),
    section(
      'indemnity',
      'Indemnification',
      'You hold us harmless against claims of others that arise from your content, your use of the Services, or your breach of these terms or of someone’s rights.',
    ),
    section(
      'contact',
      'General matters and contact',
      `Electronic messages and signatures count as written ones. If a clause is void, the rest stands; not using a right does not give it up. People in California may complain to the Complaint Assistance Unit of the state’s Department of Consumer Affairs. Write to us at ${brand.supportEmail}, or to ${brand.legalName}, ${brand.address.join(', ')}.`,
    ),
  ],
}
