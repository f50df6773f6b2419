import { rowsOf } from './row'

/** Sections 1 and 2: the content of the screens. A data table, and therefore longer than other files. */
export const purpose = rowsOf('1', {
  'signed-in-menu': [
    'rule',
    'Signed in: profile menu, Workspace link and workspace',
    'tests/views/site/header.test.tsx#finds the Workspace and an avatar with initials instead of Login',
  ],
  'no-password': [
    'rule',
    'No password screen: sign-in is at the OpenID Connect provider',
    'tests/e2e/protocol.test.ts#sign-in: standard flow with PKCE, state and nonce, at the provider that the configuration names',
  ],
  loading: [
    'text',
    "'Loading...' beside a spinner, over the full screen, until the status is known",
    'tests/e2e/session/session.test.ts#the loading overlay covers the page until the status is known',
  ],
  trial: [
    'text',
    'The legal text states a 30-day free trial for new registered users',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  age: [
    'text',
    'The legal text states that users must be at least 18',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  address: [
    'text',
    'The contact address is in Campbell, CA',
    'tests/views/site/pages.test.tsx#names e-mail, Campbell and the network beside the contact form',
  ],
  'ai-ml': [
    'text',
    'Services are described as AI/ML-empowered',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
})

export const screens = rowsOf('2', {
  'route-root': [
    'route',
    '/ is public: the home page with anchored sections',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'route-home': [
    'route',
    '/home is the same page as /',
    'tests/e2e/site/site.test.ts#/home is the same page, and names / as its address',
  ],
  'route-workspace': [
    'route',
    '/workspace is for signed-in people only',
    'tests/e2e/session/session.test.ts#a visitor who asks for the workspace logs in and arrives where they wanted to be',
  ],
  'route-privacy': [
    'route',
    '/privacy is public: the privacy policy',
    'tests/e2e/site/site.test.ts#the legal pages are read without their text coming again as script',
  ],
  'route-terms': [
    'route',
    '/terms is public: the terms of service',
    'tests/e2e/site/site.test.ts#the legal pages are read without their text coming again as script',
  ],
  'route-login': [
    'route',
    '/login has no screen: target for the unauthenticated and for a failed refresh',
    'tests/e2e/session/session.test.ts#a visitor who asks for the workspace logs in and arrives where they wanted to be',
  ],
  'route-login-return': [
    'route',
    '/login takes code and state from the identity provider',
    'tests/e2e/session/session.test.ts#a visitor who asks for the workspace logs in and arrives where they wanted to be',
  ],
  'route-silent-check': [
    'route',
    '/silent-check-sso.html serves the silent sign-on check',
    'tests/e2e/protocol.test.ts#sign-in: standard flow with PKCE, state and nonce, at the provider that the configuration names',
  ],
  'route-post-login': [
    'route',
    'The app root is where a login ends',
    'tests/e2e/protocol.test.ts#sign-in: standard flow with PKCE, state and nonce, at the provider that the configuration names',
  ],
  'one-root': [
    'rule',
    'The app mounts into one root element',
    'tests/e2e/configuration.test.ts#config.json is preloaded, and fetched once at the start',
  ],
  'workspace-fallback': [
    'rule',
    'The workspace falls back to the login route',
    'tests/model/session/session.test.ts#stores the target of the anonymous and sends them to login',
  ],

  'scroll-anchor': [
    'rule',
    'After navigation the page scrolls smoothly to the hash anchor',
    'tests/e2e/site/site.test.ts#after a navigation the page stands at the anchor, at the saved position, or at the top',
  ],
  'scroll-saved': [
    'rule',
    'Without an anchor it returns to the saved position, smoothly',
    'tests/e2e/site/site.test.ts#after a navigation the page stands at the anchor, at the saved position, or at the top',
  ],
  'scroll-top': [
    'rule',
    'Without anchor and saved position it goes to the top, smoothly',
    'tests/e2e/site/site.test.ts#after a navigation the page stands at the anchor, at the saved position, or at the top',
  ],
  'view-per-path': [
    'rule',
    'The routed view is rendered anew whenever the full path changes',
    'tests/e2e/site/site.test.ts#another path renders the routed view again; an anchor keeps it and its input',
  ],

  'header-logo': [
    'rule',
    'The logo links home',
    'tests/views/site/header.test.tsx#finds the menu, Contact us, and a Login that opens the work site in a new tab',
  ],
  'header-services': [
    'text',
    "Menu item 'Services'",
    'tests/views/site/header.test.tsx#finds the menu, Contact us, and a Login that opens the work site in a new tab',
  ],
  'header-tools': [
    'text',
    "Menu item 'Tools'",
    'tests/views/site/header.test.tsx#finds the menu, Contact us, and a Login that opens the work site in a new tab',
  ],
  'header-company': [
    'text',
    "Menu item 'Company'",
    'tests/views/site/header.test.tsx#finds the menu, Contact us, and a Login that opens the work site in a new tab',
  ],
  'header-workspace': [
    'text',
    "Menu item 'Workspace', only when signed in",
    'tests/views/site/header.test.tsx#finds the Workspace and an avatar with initials instead of Login',
  ],
  'header-contact': [
    'text',
    "A 'Contact us' button in the header",
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'header-login': [
    'text',
    "A 'Login' button when signed out",
    'tests/views/site/header.test.tsx#finds the menu, Contact us, and a Login that opens the work site in a new tab',
  ],
  'header-login-tab': [
    'rule',
    'Login opens the external work site in a new tab',
    'tests/views/site/header.test.tsx#finds the menu, Contact us, and a Login that opens the work site in a new tab',
  ],
  'avatar-initials': [
    'rule',
    'The avatar shows the first letters of first and last name',
    "tests/model/session/session.test.ts#{ firstName: 'Uma', lastName: 'Sarin', username: 'user' } is called Uma Sarin, in short US",
  ],
  'avatar-missing-part': [
    'text',
    "'?' for a missing part of the name",
    "tests/model/session/session.test.ts#{ firstName: 'Uma', username: 'user' } is called Uma, in short U?",
  ],
  'avatar-no-profile': [
    'text',
    "'??' when there is no profile",
    'tests/model/session/session.test.ts#the initials of nobody are ??',
  ],
  'profile-card': [
    'rule',
    'A click on the avatar shows a card with full name and email',
    'tests/views/site/header.test.tsx#opens the card: name, e-mail, the account page in a new tab, Log out',
  ],
  'edit-profile': [
    'text',
    "'Edit Profile' in the card",
    'tests/views/site/header.test.tsx#opens the card: name, e-mail, the account page in a new tab, Log out',
  ],
  'edit-profile-desktop': [
    'rule',
    'Edit Profile is on desktop only',
    'tests/e2e/session/session.test.ts#the profile card leads to the account page on a wide screen; on a phone it has Log out only',
  ],
  'edit-profile-tab': [
    'rule',
    "Edit Profile opens the provider's account page in a new tab",
    'tests/views/site/header.test.tsx#opens the card: name, e-mail, the account page in a new tab, Log out',
  ],
  'log-out': [
    'text',
    "'Log out' in the card",
    'tests/views/site/header.test.tsx#opens the card: name, e-mail, the account page in a new tab, Log out',
  ],
  'mobile-toggle': [
    'rule',
    'On mobile a hamburger toggle locks the scrolling of the page',
    'tests/e2e/site/site.test.ts#the menu of a phone locks the page, keeps the focus, and closes',
  ],
  'mobile-close': [
    'rule',
    'The mobile menu has a close button',
    'tests/e2e/site/site.test.ts#the menu of a phone locks the page, keeps the focus, and closes',
  ],
  'mobile-profile': [
    'rule',
    'The mobile profile menu has Log out only',
    'tests/e2e/session/session.test.ts#the profile card leads to the account page on a wide screen; on a phone it has Log out only',
  ],

  'footer-services': [
    'text',
    'Footer column Services: PCB/Package design, SIPI simulation, PCB prototype',
    'tests/views/site/pages.test.tsx#has four columns, the year 2025 and the legal links',
  ],
  'footer-tools': [
    'text',
    'Footer column Tools: the three tools',
    'tests/views/site/pages.test.tsx#has four columns, the year 2025 and the legal links',
  ],
  'footer-company': [
    'text',
    'Footer column Company: About, News, Publications',
    'tests/views/site/pages.test.tsx#has four columns, the year 2025 and the legal links',
  ],
  'footer-connect': [
    'text',
    'Footer column Connect: professional network link',
    'tests/views/site/pages.test.tsx#has four columns, the year 2025 and the legal links',
  ],
  'footer-copyright': [
    'text',
    'Copyright line with the year 2025',
    'tests/views/site/pages.test.tsx#has four columns, the year 2025 and the legal links',
  ],
  'footer-legal': [
    'rule',
    'The footer links to the legal pages',
    'tests/views/site/pages.test.tsx#has four columns, the year 2025 and the legal links',
  ],

  'anchor-services': [
    'route',
    '#id_services',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'anchor-tools': [
    'route',
    '#id_tools',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'anchor-about': [
    'route',
    '#id_about',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'anchor-contact': [
    'route',
    '#id_contact',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'anchor-news': [
    'route',
    '#id_news',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'anchor-publications': [
    'route',
    '#id_publications',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'anchor-partners': [
    'route',
    '#id_partners',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'anchor-s2spice': [
    'route',
    '#id_s2spice',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'anchor-inductance': [
    'route',
    '#id_inductance',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'anchor-impedance': [
    'route',
    '#id_impedance',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],

  'hero-headline': [
    'text',
    'The hero headline is about empowering hardware success',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'hero-login': [
    'rule',
    'The hero shows Login only when not signed in',
    'tests/views/site/pages.test.tsx#offers no Login to a signed-in person',
  ],
  'hero-contact': [
    'text',
    "The hero's 'Contact us' leads to the contact anchor",
    'tests/views/site/pages.test.tsx#offers Login in the hero to those who are not signed in, and only to them',
  ],
  'services-title': [
    'text',
    'The services banner: PCB innovations with AI/ML services',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'services-contact': [
    'text',
    "The services banner has a 'Contact us' button",
    'tests/views/site/pages.test.tsx#shows three services, each with its own drawing',
  ],
  'service-design': [
    'text',
    "Service card 'PCB/Package Design'",
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'service-simulation': [
    'text',
    "Service card 'SIPI Simulation'",
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'service-prototype': [
    'text',
    "Service card 'PCB Prototype'",
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],

  'publications-count': [
    'constant',
    '10 publications, the first 3 visible',
    'tests/e2e/site/site.test.ts#publications: three of ten, all of them, and three again with the first expanded',
  ],
  'publications-more': [
    'text',
    "'Explore more' shows all entries",
    'tests/e2e/site/site.test.ts#publications: three of ten, all of them, and three again with the first expanded',
  ],
  'publications-less': [
    'text',
    "With all shown the button reads 'Less'",
    'tests/e2e/site/site.test.ts#publications: three of ten, all of them, and three again with the first expanded',
  ],
  'publications-link': [
    'rule',
    'The title of a publication is a link, where it has one',
    'tests/views/site/pages.test.tsx#shows the first three of ten publications, the first one expanded, as reading by others',
  ],
  'publications-toggle': [
    'rule',
    'A toggle shows and hides authors and conference',
    'tests/e2e/site/site.test.ts#publications: three of ten, all of them, and three again with the first expanded',
  ],
  'publications-first': [
    'rule',
    'The first publication starts expanded',
    'tests/e2e/site/site.test.ts#publications: three of ten, all of them, and three again with the first expanded',
  ],
  'publications-collapse': [
    'rule',
    'When the list is collapsed only the first stays expanded',
    'tests/e2e/site/site.test.ts#publications: three of ten, all of them, and three again with the first expanded',
  ],

  'tools-cards': [
    'rule',
    'Three tool cards, each with an Open button',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'tools-popup': [
    'rule',
    'Each tool opens a separate named popup window',
    'tests/e2e/tools/tools.test.ts#a window shows a spinner until the tool is there, and a kept token serves again',
  ],
  'tool-s2spice': [
    'text',
    "'S2SPice Tool': PDN SPICE conversion and optimisation, circuit models",
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'tool-inductance': [
    'text',
    "'Inductance calculator': external, a university lab page",
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'tool-impedance': [
    'text',
    "'PCB Trace Impedance Calculator': external, a university lab page",
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],

  'about-founder': [
    'rule',
    'About describes the company, its founder/CEO and Silicon Valley',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'contact-info': [
    'rule',
    'Contact shows support email, an address in Campbell CA, a social link',
    'tests/e2e/site/site.test.ts#the contact form: what is missing, what failed, what arrived',
  ],
  'news-indicator': [
    'text',
    "News cards are paginated, with an indicator 'N of M'",
    'tests/views/site/pages.test.tsx#shows the news, newest first, with their dates letter for letter and their content clean',
  ],
  'partners-title': [
    'text',
    "'A trusted partner of leading companies worldwide'",
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],
  'partners-count': [
    'constant',
    'Six partner logos',
    'tests/e2e/site/site.test.ts#the home page says what the company does, in its words and at its anchors',
  ],

  'news-card-own': [
    'rule',
    'Each news card is collapsed or expanded by itself',
    'tests/model/site/site.test.ts#expands card by card, and only those whose content overflows',
  ],
  'news-more': [
    'text',
    "'More...' only when the content overflows",
    'tests/e2e/site/site.test.ts#a news card offers more only where its content overflows, and collapsing scrolls it to the top',
  ],
  'news-less': [
    'text',
    "'Less' only when the content overflows",
    'tests/e2e/site/site.test.ts#a news card offers more only where its content overflows, and collapsing scrolls it to the top',
  ],
  'news-collapse-top': [
    'rule',
    'Collapsing a news card scrolls its content to the top',
    'tests/e2e/site/site.test.ts#a news card offers more only where its content overflows, and collapsing scrolls it to the top',
  ],

  'workspace-title': [
    'text',
    "The list is titled 'Projects'",
    'tests/e2e/session/session.test.ts#a reload finds the session again without a login',
  ],
  'workspace-create': [
    'text',
    "Button 'Create New Project'",
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'workspace-request': [
    'text',
    "Button 'Request Simulation'",
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'workspace-loading': [
    'text',
    "'Loading workspace...'",
    'tests/views/projects/projects.test.tsx#show that they are loading, then each project',
  ],
  'workspace-empty': [
    'text',
    "'No projects found. Create your first project to get started!'",
    'tests/views/projects/projects.test.tsx#without any, invite to the first',
  ],
  'card-name-notes': [
    'rule',
    'A project card shows name and notes',
    'tests/views/projects/projects.test.tsx#show that they are loading, then each project',
  ],
  'card-no-notes': [
    'text',
    "'No notes available' where a project has no notes",
    'tests/views/projects/projects.test.tsx#show that they are loading, then each project',
  ],
  'card-file-count': [
    'rule',
    'A project card shows its file count',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'card-activity': [
    'rule',
    'A project card shows its last activity',
    'tests/views/projects/projects.test.tsx#show that they are loading, then each project',
  ],
  'card-storage': [
    'rule',
    'A project card shows a storage usage bar',
    'tests/views/projects/projects.test.tsx#say how full they are: a warning from 75 %, critical from 90 %, no more than 100 %',
  ],
  'card-created-by': [
    'rule',
    'A project card shows who created it',
    'tests/views/projects/projects.test.tsx#show that they are loading, then each project',
  ],
  'card-manage-files': [
    'text',
    "A 'Manage files' button on the card",
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'card-edit-delete': [
    'rule',
    'Edit and delete buttons on the card',
    'tests/views/projects/projects.test.tsx#show that they are loading, then each project',
  ],
  'modal-create': [
    'rule',
    'Create project is a modal',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'modal-edit': [
    'rule',
    'Edit project is a modal',
    'tests/e2e/projects/projects.test.ts#a project is created, changed and deleted, each step in its words',
  ],
  'modal-delete': [
    'rule',
    'Confirm delete is a modal',
    'tests/e2e/projects/projects.test.ts#a project is created, changed and deleted, each step in its words',
  ],
  'modal-preview': [
    'rule',
    'File preview is a modal',
    'tests/e2e/previews/previews.test.ts#every kind is shown, one after the other by the arrow keys, and nothing in a file runs',
  ],
  'modal-files': [
    'rule',
    'The file manager is a modal',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'modal-request': [
    'rule',
    'The simulation request is a modal of 4 steps',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'select-one': [
    'rule',
    'Selecting a project marks only that project as selected',
    'tests/model/projects/projects.test.ts#a new project is added first and selected, and it alone',
  ],

  'folder-inputs': [
    'text',
    "Folder 'Inputs' is the default",
    'tests/model/files/files.test.ts#shows Inputs first, files without a folder among them',
  ],
  'folder-reports': [
    'text',
    "Folder 'Reports'",
    'tests/views/files/files.test.tsx#opens with Inputs; Reports takes no upload',
  ],
  'folders-system': [
    'rule',
    'Both folders are system folders',
    'tests/e2e/files/files.test.ts#has the system folders Inputs and Reports, searches with / and orders',
  ],
  'no-upload-reports': [
    'rule',
    'No upload is possible in Reports',
    'tests/views/files/files.test.tsx#opens with Inputs; Reports takes no upload',
  ],
  'files-without-folder': [
    'rule',
    'Files with no folder show under Inputs',
    'tests/model/files/files.test.ts#shows Inputs first, files without a folder among them',
  ],
  'file-type-change': ['rule', "A file's type can be changed", 'tests/views/files/files.test.tsx#saves a changed type'],
  'file-download': [
    'rule',
    'A file can be downloaded',
    'tests/e2e/files/files.test.ts#a file comes from /api/files/{id}/download, the inputs as zip and as csv',
  ],
  'file-delete': [
    'rule',
    'A file can be deleted',
    'tests/e2e/files/files.test.ts#a file is deleted after a question, and only then',
  ],
  'file-preview': [
    'rule',
    'A file can be previewed',
    'tests/e2e/previews/previews.test.ts#every kind is shown, one after the other by the arrow keys, and nothing in a file runs',
  ],

  'preview-images': [
    'constant',
    'Images: jpg, jpeg, png, gif, svg, webp, bmp',
    'tests/model/files/files.test.ts#the kinds of the specification have their extensions',
  ],
  'preview-text': [
    'constant',
    'Text: txt, md, json, xml, csv, log, js, ts, html, css and more',
    'tests/model/files/files.test.ts#the kinds of the specification have their extensions',
  ],
  'preview-others': [
    'constant',
    'Others: pdf, video and audio',
    'tests/e2e/previews/previews.test.ts#every kind is shown, one after the other by the arrow keys, and nothing in a file runs',
  ],
  'preview-unsupported': [
    'text',
    "Anything else shows 'Preview not supported'",
    'tests/e2e/previews/previews.test.ts#every kind is shown, one after the other by the arrow keys, and nothing in a file runs',
  ],
  'preview-failed': [
    'text',
    "A failed preview shows a 'Download file instead' button",
    'tests/e2e/previews/previews.test.ts#a preview that fails names the reason, with the download beside it',
  ],

  'wizard-step-1': [
    'rule',
    'Step 1 chooses project and layout file, and optionally stackup and material',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'wizard-si': [
    'rule',
    'A step holds the signal integrity rows',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'wizard-pi': [
    'rule',
    'A step holds the power integrity rows',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'wizard-step-4': [
    'rule',
    'Step 4 is a summary with a Payment button',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'wizard-stackup-note': [
    'text',
    'Without a stackup the default stackup info in the layout file is used',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],

  'privacy-updated': [
    'text',
    'Privacy policy: last updated June 29, 2024',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],
  'privacy-collected': [
    'rule',
    'Privacy covers information collected, legal bases, sharing, transfer',
    'tests/views/site/pages.test.tsx#the privacy policy: its named sections, links to the contact section, and two collected categories alone',
  ],
  'privacy-cards': [
    'rule',
    'Privacy: card data is handled by a payment provider',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],
  'privacy-servers': [
    'rule',
    'Privacy: servers are in the United States',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],
  'privacy-retention': [
    'rule',
    'Privacy section: retention',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],
  'privacy-security': [
    'rule',
    'Privacy section: security',
    'tests/views/site/pages.test.tsx#the privacy policy: its named sections, links to the contact section, and two collected categories alone',
  ],
  'privacy-minors': [
    'rule',
    'Privacy section: minors',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],
  'privacy-rights': [
    'rule',
    'Privacy section: privacy rights',
    'tests/views/site/pages.test.tsx#the privacy policy: its named sections, links to the contact section, and two collected categories alone',
  ],
  'privacy-do-not-track': [
    'rule',
    'Privacy section: do-not-track',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],
  'privacy-california': [
    'rule',
    'Privacy section: California rights',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],
  'privacy-virginia': [
    'rule',
    'Privacy section: Virginia rights',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],
  'privacy-updates': [
    'rule',
    'Privacy section: updates',
    'tests/views/site/pages.test.tsx#the privacy policy: its named sections, links to the contact section, and two collected categories alone',
  ],
  'privacy-contact': [
    'rule',
    'Privacy section: contact',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],
  'privacy-review': [
    'rule',
    'Privacy section: review, update and delete data',
    'tests/views/site/pages.test.tsx#the privacy policy: its named sections, links to the contact section, and two collected categories alone',
  ],
  'privacy-anchors': [
    'rule',
    'The notice is anchored in the page, with links to its contact section',
    'tests/views/site/pages.test.tsx#the privacy policy: its named sections, links to the contact section, and two collected categories alone',
  ],
  'privacy-email': [
    'rule',
    'A privacy contact e-mail is given',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],

  'terms-banner': [
    'text',
    "Banner 'TERMS OF SERVICE'",
    'tests/views/site/pages.test.tsx#the terms: banner, date, 29 anchored sections in the contents, and section 15 leads to the privacy policy',
  ],
  'terms-updated': [
    'text',
    "'Last updated June 30, 2024'",
    'tests/views/site/pages.test.tsx#the terms: banner, date, 29 anchored sections in the contents, and section 15 leads to the privacy policy',
  ],
  'terms-contents': [
    'constant',
    'A table of contents of 29 anchored sections',
    'tests/views/site/pages.test.tsx#the terms: banner, date, 29 anchored sections in the contents, and section 15 leads to the privacy policy',
  ],
  'terms-privacy-link': [
    'rule',
    'Section 15 links to /privacy',
    'tests/views/site/pages.test.tsx#the terms: banner, date, 29 anchored sections in the contents, and section 15 leads to the privacy policy',
  ],
})
