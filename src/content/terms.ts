import { brand } from './brand'
import type { LegalDocument, LegalSection } from './legal'

const section = (id: string, title: string, paragraphs: string[], list?: string[]): LegalSection => ({
  id,
  title,
  paragraphs,
  ...(list && { list }),
})

/** The agreement between the company and its users about the site, workspace, tools and services. */
export const terms: LegalDocument = {
  title: 'TERMS OF SERVICE',
  updated: 'Last updated June 30, 2024',
  intro: `These terms are an agreement between you and ${brand.legalName} ("we", "us") about this site, the workspace, the online tools and the services ordered through them (together the "Services"). "You" are the person who uses the Services and, where you act for a company, that company. By using the Services you accept these terms. If you do not accept all of them, you must not use the Services.`,
  sections: [
    section('agreement', 'The agreement', [
      'These terms, together with the privacy policy and with what an order says, are the whole agreement between you and us. Where an order and these terms differ, the order counts for the work that it describes.',
      'We may change these terms. The date at the head of this page tells when we last did. A change that matters to you is announced on the site or by e-mail before it takes effect, and using the Services after that date means that you accept it. Please read this page again from time to time, and keep a copy if you need one.',
    ]),
    section('services', 'Our services', [
      'We offer PCB and package design, signal integrity and power integrity simulation, PCB prototypes, and online tools, with artificial intelligence and machine learning where they help. The Services are made for engineering work, and their results must be assessed by an engineer before anything is built or sold on the strength of them.',
      'The Services are not meant for use in a country where they would break the law or oblige us to register. Nor are they made to meet the rules of particular industries, such as those on health records, federal information security or export-controlled defence articles; do not use them where such rules would apply to what you upload.',
    ]),
    section('eligibility', 'Who may use them', [
      'You must be at least 18 years old and able to enter into a contract. If you act for a company, you confirm that you have the authority to bind it to these terms. People under 18 may neither use the Services nor register for them.',
    ]),
    section(
      'registration',
      'Registration',
      ['Some Services need an account. By registering you confirm the following:'],
      [
        'what you tell us is true, accurate, current and complete, and you keep it so;',
        'you are of age and act for yourself or for a company that you may bind;',
        'you keep your credentials to yourself, and answer for what happens under your account;',
        'you tell us at once when you believe that someone else has used it.',
      ],
    ),
    section('trial', 'Free trial', [
      'New registered users may use the subscription free of charge for 30 days. After the 30 days the account is charged according to the subscription that you have chosen, unless you cancel before the trial ends.',
      'There is one trial for each person and each company. We may end a trial that is used to get around this.',
    ]),
    section('subscriptions', 'Subscriptions', [
      'A subscription runs for its paid term and is renewed for another of the same length until it is cancelled. You agree that we charge your payment method for each renewal without asking again.',
      'We may change the price of a future term. We will tell you in advance, as the law requires, so that you can cancel in time. A price never changes within a term that is already paid.',
    ]),
    section('payment', 'Purchases and payment', [
      'We accept Visa, Mastercard, American Express, Discover and PayPal. All payments are in US dollars. Sales tax is added where it is required.',
      'You must give us current, complete and accurate payment and account information for every purchase, and update it promptly, so that we can complete your orders and reach you. You agree to pay the price that was in force when you ordered, and you authorize us to charge it to the payment method that you chose. Card data is handled by our payment provider; we do not store it.',
      'We may correct a wrong price, also after we have asked for or received a payment. We may decline an order, and limit or cancel quantities per person, household or order, for example for orders that seem to come from resellers.',
    ]),
    section('refunds', 'No refunds', [
      'All purchases are non-refundable. This holds also for parts of a term that you do not use, and it does not touch rights that the law gives you and that no agreement can take away.',
    ]),
    section('cancellation', 'Cancellation', [
      'You can cancel a subscription at any time in your account, or by writing to us at the address at the end of these terms. Cancellation takes effect at the end of the current paid term; until then the Services stay open to you.',
      'If you are not satisfied with the Services, please tell us: we would rather mend what is wrong.',
    ]),
    section('orders', 'Simulation and prototype orders', [
      'An order names its scope and its price. A simulation request is priced by the interfaces and rails in it, as the workspace shows before you pay, and work begins when it is paid. Where you choose no stackup, the default stackup information in the layout file is used.',
      'We work from the files that you give us. We answer for our work on them, not for errors that they contain, nor for a board that was changed after we had simulated it. Times that we name are estimates unless the order says otherwise.',
    ]),
    section('your-content', 'Your files and content', [
      'Your designs stay yours. You give us the right to store, copy, convert and process them only as far as the Services need it, and to show the results to the members of your project. We do not publish them, and do not use them to train models for others without your written consent.',
      'You confirm that you may give them to us, that they break no law and no one’s rights, and that they hold no harmful code. Keep your own copy: we make backups, but are not an archive, and we are not liable for content that is lost or damaged.',
    ]),
    section('our-property', 'Our intellectual property', [
      'The software, models, texts, drawings and marks of the Services belong to us or to our licensors and are protected by law. While you follow these terms you may use them for your own or your company’s business purposes. This right is limited, is not exclusive, and cannot be passed on.',
      'Apart from that nothing of them may be copied, collected, republished, translated, sold or taken apart beyond what the law allows. The reports, models and files that we deliver on a paid order are yours to use. If you wish to use anything else, ask us.',
    ]),
    section(
      'prohibited',
      'What is not allowed',
      ['Use the Services only for what we offer them for. In particular you may not:'],
      [
        'use them by automated means: no bots, scripts, scrapers, data miners or the like;',
        'get around, switch off or disturb what keeps them secure, or what limits their use;',
        'upload harmful code, or place a load on our systems that hinders others;',
        'pretend to be someone else, or use another person’s account;',
        'trick, mislead or harass us or other users, or misuse our support;',
        'build a competing product from them, or resell access to them;',
        'copy or adapt their software, or decompile it where the law does not allow that;',
        'use them against any law, or in a way that would make us break one.',
      ],
    ),
    section('third-parties', 'Tools and sites of others', [
      'Some tools and links lead to pages of others, such as university laboratories. They open in a window of their own and have their own terms and privacy rules. We do not run them, do not check them, and do not endorse them.',
      'If you visit such a page, you do so at your own risk. We are not liable for its content, for how it uses the information you enter, or for any purchase that you make there.',
    ]),
    {
      ...section('privacy', 'Privacy', [
        'The privacy policy is part of these terms and says what we do with personal information. The Services are hosted in the United States; by using them from elsewhere you agree that your data is transferred to and processed in the United States.',
        'We do not knowingly accept or ask for information from people under 18.',
      ]),
      link: { text: 'Read the privacy policy', to: '/privacy' },
    },
    section('feedback', 'Suggestions', [
      'If you send us questions, ideas or other suggestions about the Services, you agree that we may use them freely, for any lawful purpose and without payment. This does not touch your designs and files, which stay yours as the section on your content says.',
    ]),
    section('reviews', 'Reviews', [
      'Where you can leave a review, write it honestly and from your own experience. A review may not be abusive, discriminatory or false, may not make unlawful claims, and may not come from a competitor or be part of a campaign.',
      'We may accept, decline or remove reviews, and need not check them. They are the opinion of those who wrote them. By posting one you give us the lasting right to show, quote and translate it.',
    ]),
    section('management', 'How we manage the Services', [
      'We may, but need not, watch for breaches of these terms; take steps against those who break them, which includes telling the authorities; refuse, limit or remove content that is unlawful or a burden to our systems; and otherwise run the Services so that our rights are protected and everything works.',
    ]),
    section('termination', 'Term and termination', [
      'These terms hold for as long as you use the Services. We may refuse, suspend or end your access, and delete your account and what is in it, if you break these terms or the law. Where that is possible and safe, we tell you beforehand and give you time to take your files with you.',
      'If we end an account, you may not open another one under your own, a false or a borrowed name, even on behalf of someone else. We may also take legal steps. What by its nature should outlast the agreement, such as the limit of liability, does.',
    ]),
    section('changes', 'Changes and interruptions', [
      'We may change, add to or remove parts of the Services, and may correct their contents, at any time. We are not obliged to update them.',
      'We cannot promise that they are always available. Faults, maintenance and attacks can interrupt them or cause delay. You agree that we are not liable for loss or inconvenience because you could not use them during such a pause.',
    ]),
    section('law', 'Governing law', [
      'The law of the State of California governs these terms and your use of the Services, as it applies to agreements made and performed entirely there, without regard to its conflict-of-laws rules.',
    ]),
    section('negotiation', 'Informal negotiation', [
      'To settle a dispute faster and at less cost, both sides first try to do so by talking. The talks begin when one side gives the other written notice of what the dispute is about, and last at least 30 days before anyone starts arbitration. The disputes excepted below need no such talks.',
    ]),
    section('arbitration', 'Binding arbitration', [
      'A dispute that talks do not settle is decided finally by binding arbitration. You understand that without this clause you would have the right to sue in court and to have a jury trial.',
      'The arbitration follows the rules of the American Arbitration Association (AAA), in California: its commercial rules and, where they fit, its supplementary ones for consumers. It may be held in person, by documents, by telephone or online. Those rules decide who pays the fees. The arbitrator decides in writing, gives reasons where a side asks for them, and must follow the law; a court may set the award aside where the law says so.',
      'Arbitration is between you and us alone. As far as the law allows, it is not joined with other proceedings, there is no class action, and nobody acts for the public or for others.',
      'A claim that arises from the Services must be started within one year after its cause arose; after that it is barred for good.',
    ]),
    section('courts', 'Exceptions and courts', [
      'These disputes need not be arbitrated, nor talked over first: those about the protection or validity of intellectual property; those about theft, piracy, invasion of privacy or unauthorised use; and those that ask for an injunction.',
      'For these, and where a part of the clause on arbitration is found void, the state and federal courts of Santa Clara, California have jurisdiction. Both sides accept it, and waive the objection that another place would be more convenient.',
    ]),
    section('corrections', 'Corrections', [
      'The site may contain errors, inaccuracies or omissions in descriptions, prices, availability and other information. We may correct them and bring the information up to date at any time and without notice.',
    ]),
    section(
      'disclaimer',
      'Disclaimer',
      [
        'The Services are provided as they are and as they are available, and you use them at your own risk. As far as the law allows we give no warranty, express or implied, of merchantability, of fitness for a particular purpose, of title or of non-infringement.',
        'In particular we do not warrant, and are not liable for:',
      ],
      [
        'that the contents of the site or of pages linked to it are accurate or complete;',
        'harm to persons or property that comes from the use of the Services;',
        'unauthorised access to our servers or to what is stored on them;',
        'interruptions, and harmful code that others send through the Services;',
        'what others advertise or offer through the Services.',
      ],
    ),
    section('liability', 'Limit of liability', [
      'As far as the law allows, we, our directors, employees and agents are not liable to you or anyone else for lost profit, lost revenue, lost data, or any indirect, consequential, incidental, special or punitive damage, even if we were told that it might occur.',
      'Our liability for everything together, whatever its cause and form, is limited to the lesser of the amount you paid us in the 6 months before the cause arose and 1,000 US dollars.',
      'Some laws do not allow limits of this kind. Where they apply to you, some or all of the above may not, and you may have further rights.',
    ]),
    section('indemnity', 'Indemnification', [
      'You defend us and hold us harmless, with our directors, employees and agents, against losses and claims of others, including reasonable legal fees, that arise from your content, from your use of the Services, from your breach of these terms, from your breach of someone’s rights, or from harmful acts of yours towards other users.',
      'We may take over the defence of such a claim at your cost, and you then help us with it. We tell you of a claim as soon as we know of it.',
    ]),
    section('contact', 'General matters and contact', [
      'Visiting the site, sending e-mail and filling in forms are electronic communication. You agree to receive ours in that way, and that electronic notices, orders and signatures count as written ones.',
      'If a clause is void, it is cut away and the rest stands. That we do not use a right does not give it up. We may pass on our rights and duties to others. There is no partnership, employment or agency between us by these terms, and they are not to be read against us because we wrote them. We are not liable for what is beyond our control.',
      'People in California whose complaint we could not settle may turn to the Complaint Assistance Unit of the Division of Consumer Services of the California Department of Consumer Affairs, 1625 North Market Boulevard, Suite N 112, Sacramento, California 95834, by telephone at (800) 952-5210 or (916) 445-1254.',
      `For everything else write to us at ${brand.supportEmail}, or to ${brand.legalName}, ${brand.address.join(', ')}.`,
    ]),
  ],
}
