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
  intro: `These terms are an agreement between you and ${brand.legalName} (“we”, “us”) about this site, the workspace, the online tools and the services ordered through them (together the “Services”). “You” are the person who uses the Services and, where you act for a company, that company. By using the Services you accept these terms. If you do not accept all of them, you must not use the Services.`,
  sections: [
    section('agreement', 'The agreement', [
      'These terms, the privacy policy and your orders are the entire agreement between you and us. Where an order and these terms differ, the order prevails for the work that it describes.',
      'We may change these terms. The date at the top of this page shows when we last did so. We announce material changes on the site or by e-mail before they take effect. By using the Services after that, you accept them. Please read this page again from time to time, and keep a copy if you need one.',
    ]),
    section('services', 'Our services', [
      'We offer PCB and package design, signal integrity and power integrity simulation, PCB prototypes, and online tools, with artificial intelligence and machine learning where they help. The Services are made for engineering work, and an engineer must assess their results before anything is built or sold based on them.',
      'The Services are not intended for use in a country where they would break the law or require us to register. They are not designed to comply with industry-specific rules, such as those on health records, federal information security or export-controlled defense articles; do not use them if such rules apply to what you upload.',
    ]),
    section('eligibility', 'Who may use the Services', [
      'You must be at least 18 years old and able to enter into a contract. If you act for a company, you confirm that you have the authority to bind it to these terms. People under 18 may neither use the Services nor register for them.',
    ]),
    section(
      'registration',
      'Registration',
      ['Some Services require an account. By registering, you confirm that:'],
      [
        'the information you give us is true, accurate, current and complete, and you will keep it up to date;',
        'you are of legal age and act for yourself or for a company that you are authorized to bind;',
        'you will keep your credentials secret, and are responsible for what happens under your account;',
        'you will tell us immediately if you believe that someone else has used your account.',
      ],
    ),
    section('trial', 'Free trial', [
      'New registered users may use the subscription free of charge for 30 days. After the 30 days, the account is charged for the subscription that you have chosen, unless you cancel before the trial ends.',
      'Each person and each company can have one trial. We may end a trial that is used to circumvent this limit.',
    ]),
    section('subscriptions', 'Subscriptions', [
      'A subscription runs for its paid term and is then renewed for terms of the same length until it is canceled. You authorize us to charge your payment method for each renewal without asking again.',
      'We may change the price of a future term. We will tell you in advance, as the law requires, so that you can cancel in time. A price never changes within a term that is already paid for.',
    ]),
    section('payment', 'Purchases and payment', [
      'We accept Visa, Mastercard, American Express, Discover and PayPal. All payments are in US dollars. Sales tax is added where it is required.',
      'You must give us current, complete and accurate payment and account information for every purchase, and update it promptly, so that we can complete your orders and reach you. You agree to pay the price that was in effect when you ordered, and you authorize us to charge it to the payment method that you chose. Card data is handled by our payment provider; we do not store it.',
      'We may correct a wrong price, even after we have requested or received a payment. We may decline an order, and limit or cancel quantities per person, household or order, for example for orders that seem to come from resellers.',
    ]),
    section('refunds', 'No refunds', [
      'All purchases are non-refundable. This also applies to unused parts of a term. It does not affect legal rights that cannot be waived by agreement.',
    ]),
    section('cancellation', 'Cancellation', [
      'You can cancel a subscription at any time in your account, or by writing to us at the address at the end of these terms. Cancellation takes effect at the end of the current paid term; until then, you can use the Services.',
      'If you are not satisfied with the Services, please tell us, so that we can improve them.',
    ]),
    section('orders', 'Simulation and prototype orders', [
      'An order states its scope and price. The price of a simulation request depends on its interfaces and rails and is shown in the workspace before you pay. Work begins once the request is paid for. If you choose no stackup, the default stackup information in the layout file is used.',
      'We work from the files that you give us. We are responsible for our work on them, but not for errors that they contain or for a board that was changed after we simulated it. Delivery times are estimates unless the order says otherwise.',
    ]),
    section('your-content', 'Your files and content', [
      'Your designs remain yours. You grant us the right to store, copy, convert and process them only as far as necessary for the Services, and to show the results to the members of your project. We do not publish them, and do not use them to train models for others without your written consent.',
      'You confirm that you have the right to give us your files and content, that they violate no law or third-party rights, and that they contain no harmful code. Keep your own copy: we make backups, but are not an archive, and we are not liable for content that is lost or damaged.',
    ]),
    section('our-property', 'Our intellectual property', [
      'The software, models, texts, drawings and marks of the Services belong to us or to our licensors and are protected by law. While you comply with these terms, you may use them for your own or your company’s business purposes. This right is limited, non-exclusive and non-transferable.',
      'Otherwise, no part of the Services may be copied, collected, republished, translated, sold or reverse engineered, except as the law allows. The reports, models and files that we deliver for a paid order are yours to use. If you wish to use anything else, ask us.',
    ]),
    section(
      'prohibited',
      'Prohibited uses',
      ['Use the Services only for their intended purpose. In particular, you may not:'],
      [
        'use them by automated means, such as bots, scripts, scrapers or data miners;',
        'circumvent, disable or interfere with their security features or usage limits;',
        'upload harmful code, or place a load on our systems that affects other users;',
        'impersonate someone else, or use another person’s account;',
        'trick, mislead or harass us or other users, or misuse our support;',
        'build a competing product from them, or resell access to them;',
        'copy or adapt their software, or decompile it unless the law allows that;',
        'use them unlawfully, or in a way that would make us break the law.',
      ],
    ),
    section('third-parties', 'Third-party tools and sites', [
      'Some tools and links lead to third-party pages, such as those of university laboratories. They open in their own windows and have their own terms and privacy rules. We do not run, check or endorse them.',
      'If you visit such a page, you do so at your own risk. We are not liable for its content, for how it uses the information you enter, or for any purchase that you make there.',
    ]),
    {
      ...section('privacy', 'Privacy', [
        'The privacy policy is part of these terms and describes what we do with personal information. The Services are hosted in the United States; by using them from elsewhere, you consent to the transfer of your data to the United States and its processing there.',
        'We do not knowingly accept or ask for information from people under 18.',
      ]),
      links: [{ text: 'Read the privacy policy', to: '/privacy' }],
    },
    section('feedback', 'Suggestions', [
      'If you send us questions, ideas or other suggestions about the Services, you agree that we may use them freely, for any lawful purpose and without payment. This does not affect your designs and files, which remain yours, as described under “Your files and content”.',
    ]),
    section('reviews', 'Reviews', [
      'If you leave a review, it must be honest and based on your own experience. A review must not be abusive, discriminatory or false, must not make unlawful claims, and must not come from a competitor or be part of a campaign.',
      'We may accept, decline or remove reviews, and are not obliged to check them. They are the opinions of their authors. By posting one, you grant us the perpetual right to show, quote and translate it.',
    ]),
    section('management', 'How we manage the Services', [
      'We may, but are not obliged to, monitor the Services for breaches of these terms; take action against those who breach them, including reporting them to the authorities; refuse, limit or remove content that is unlawful or a burden on our systems; and otherwise manage the Services to protect our rights and keep them working.',
    ]),
    section('termination', 'Term and termination', [
      'These terms apply for as long as you use the Services. We may refuse, suspend or end your access, and delete your account and its contents, if you breach these terms or the law. Where possible and safe, we tell you beforehand and give you time to download your files.',
      'If we end your account, you may not open another one under your own, a false or a borrowed name, even on behalf of someone else. We may also take legal action. Provisions that by their nature should survive termination, such as the limitation of liability, remain in effect.',
    ]),
    section('changes', 'Changes and interruptions', [
      'We may change, add to or remove parts of the Services, and may correct their contents, at any time. We are not obliged to update them.',
      'We cannot promise that the Services will always be available. Faults, maintenance and attacks can cause interruptions or delays. You agree that we are not liable for any loss or inconvenience caused by such an interruption or delay.',
    ]),
    section('law', 'Governing law', [
      'The law of the State of California governs these terms and your use of the Services, as it applies to agreements made and performed entirely there, without regard to its conflict-of-laws rules.',
    ]),
    section('negotiation', 'Informal negotiation', [
      'To settle a dispute faster and at lower cost, both parties first try to resolve it by informal negotiation. The negotiation begins when one party notifies the other of the dispute in writing, and lasts at least 30 days before either party starts arbitration. The disputes listed under “Exceptions and courts” are exempt.',
    ]),
    section('arbitration', 'Binding arbitration', [
      'A dispute that is not resolved by negotiation will be finally resolved by binding arbitration. You understand that without this clause, you would have the right to sue in court and to have a jury trial.',
      'The arbitration takes place in California under the rules of the American Arbitration Association (AAA): its commercial rules and, where applicable, its supplementary rules for consumers. It may be conducted in person, in writing, by telephone or online. These rules determine who pays the fees. The arbitrator decides in writing, gives reasons if a party requests them, and must follow the law; a court may set the award aside where the law provides for it.',
      'Arbitration is between you and us only. To the extent permitted by law, it is not joined with other proceedings, class actions are excluded, and no one acts on behalf of the public or others.',
      'A claim arising from the Services must be brought within one year after its cause arose; after that, it is permanently barred.',
    ]),
    section('courts', 'Exceptions and courts', [
      'The following disputes are exempt from negotiation and arbitration: those about the enforcement or validity of intellectual property rights; those about theft, piracy, invasion of privacy or unauthorized use; and claims for an injunction.',
      'For these, and if part of the arbitration clause is found to be invalid, the state and federal courts of Santa Clara, California, have jurisdiction. Both parties accept it, and waive the objection that another venue would be more convenient.',
    ]),
    section('corrections', 'Corrections', [
      'The site may contain errors, inaccuracies or omissions in descriptions, prices, availability and other information. We may correct them and update the information at any time and without notice.',
    ]),
    section(
      'disclaimer',
      'Disclaimer',
      [
        'The Services are provided as is and as available, and you use them at your own risk. To the extent permitted by law, we give no warranty, express or implied, of merchantability, of fitness for a particular purpose, of title or of non-infringement.',
        'In particular, we are not liable for:',
      ],
      [
        'errors or omissions in the contents of the site or of linked pages;',
        'harm to persons or property that results from the use of the Services;',
        'unauthorized access to our servers or to what is stored on them;',
        'interruptions, and harmful code that others send through the Services;',
        'what others advertise or offer through the Services.',
      ],
    ),
    section('liability', 'Limitation of liability', [
      'To the extent permitted by law, we, our directors, employees and agents are not liable to you or anyone else for lost profit, lost revenue, lost data, or any indirect, consequential, incidental, special or punitive damage, even if we were advised that it might occur.',
      'Our total liability, regardless of its cause and form, is limited to the lesser of the amount you paid us in the 6 months before the cause arose and 1,000 US dollars.',
      'Some laws do not allow such limits. If they apply to you, some or all of the above may not, and you may have additional rights.',
    ]),
    section('indemnity', 'Indemnification', [
      'You agree to defend us, our directors, employees and agents, and to hold us and them harmless, against losses and third-party claims, including reasonable legal fees, that arise from your content, your use of the Services, your breach of these terms, your violation of someone’s rights, or your harmful acts toward other users.',
      'We may take over the defense of such a claim at your expense, and you agree to cooperate. We will notify you of a claim as soon as we know of it.',
    ]),
    section('contact', 'General matters and contact', [
      'Visiting the site, sending e-mail and filling out forms are electronic communications. You agree to receive electronic communications from us, and that electronic notices, orders and signatures have the same effect as written ones.',
      'If a clause is invalid, the rest remains in effect. If we do not exercise a right, we do not waive it. We may assign our rights and duties to others. These terms create no partnership, employment or agency between you and us, and are not to be interpreted against us because we wrote them. We are not liable for events beyond our control.',
      'Users in California whose complaint we could not resolve may contact the Complaint Assistance Unit of the Division of Consumer Services of the California Department of Consumer Affairs, 1625 North Market Boulevard, Suite N 112, Sacramento, California 95834, by telephone at (800) 952-5210 or (916) 445-1254.',
      `For anything else, write to us at ${brand.supportEmail}, or to ${brand.legalName}, ${brand.address.join(', ')}.`,
    ]),
  ],
}
