import { rowsOf } from './row'

/** Sections 1 and 2: what is on the screens and where. A table of data, so longer than other files. */
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
    'tests/e2e/session.test.ts#the loading overlay covers the page until the status is known',
  ],
  trial: ['text', 'The legal text states a 30-day free trial for new registered users', 'open'],
  age: ['text', 'The legal text states that users must be at least 18', 'open'],
  address: ['text', 'The contact address is in Campbell, CA', 'open'],
  'ai-ml': ['text', 'Services are described as AI/ML-empowered', 'open'],
})

export const screens = rowsOf('2', {
  'route-root': ['route', '/ is public: the home page with anchored sections', 'open'],
  'route-home': ['route', '/home is the same page as /', 'open'],
  'route-workspace': [
    'route',
    '/workspace is for signed-in people only',
    'tests/e2e/session.test.ts#a visitor who asks for the workspace logs in and arrives where they wanted to be',
  ],
  'route-privacy': ['route', '/privacy is public: the privacy policy', 'open'],
  'route-terms': ['route', '/terms is public: the terms of service', 'open'],
  'route-login': [
    'route',
    '/login has no screen: target for the unauthenticated and for a failed refresh',
    'tests/e2e/session.test.ts#a visitor who asks for the workspace logs in and arrives where they wanted to be',
  ],
  'route-login-return': [
    'route',
    '/login takes code and state from the identity provider',
    'tests/e2e/session.test.ts#a visitor who asks for the workspace logs in and arrives where they wanted to be',
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
    'tests/model/session.test.ts#stores the target of the anonymous and sends them to login',
  ],

  'scroll-anchor': ['rule', 'After navigation the page scrolls smoothly to the hash anchor', 'open'],
  'scroll-saved': ['rule', 'Without an anchor it returns to the saved position, smoothly', 'open'],
  'scroll-top': ['rule', 'Without anchor and saved position it goes to the top, smoothly', 'open'],
  'view-per-path': ['rule', 'The routed view is rendered anew whenever the full path changes', 'open'],

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
  'header-contact': ['text', "A 'Contact us' button in the header", 'open'],
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
    "tests/model/session.test.ts#{ firstName: 'Uma', lastName: 'Sarin', username: 'user' } is called Uma Sarin, in short US",
  ],
  'avatar-missing-part': [
    'text',
    "'?' for a missing part of the name",
    "tests/model/session.test.ts#{ firstName: 'Uma', username: 'user' } is called Uma, in short U?",
  ],
  'avatar-no-profile': [
    'text',
    "'??' when there is no profile",
    'tests/model/session.test.ts#nobody’s initials are ??',
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
  'edit-profile-desktop': ['rule', 'Edit Profile is on desktop only', 'open'],
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
  'mobile-toggle': ['rule', 'On mobile a hamburger toggle locks the scrolling of the page', 'open'],
  'mobile-close': ['rule', 'The mobile menu has a close button', 'open'],
  'mobile-profile': ['rule', 'The mobile profile menu has Log out only', 'open'],

  'footer-services': ['text', 'Footer column Services: PCB/Package design, SIPI simulation, PCB prototype', 'open'],
  'footer-tools': ['text', 'Footer column Tools: the three tools', 'open'],
  'footer-company': ['text', 'Footer column Company: About, News, Publications', 'open'],
  'footer-connect': ['text', 'Footer column Connect: professional network link', 'open'],
  'footer-copyright': ['text', 'Copyright line with the year 2025', 'open'],
  'footer-legal': ['rule', 'The footer links to the legal pages', 'open'],

  'anchor-services': ['route', '#id_services', 'open'],
  'anchor-tools': ['route', '#id_tools', 'open'],
  'anchor-about': ['route', '#id_about', 'open'],
  'anchor-contact': ['route', '#id_contact', 'open'],
  'anchor-news': ['route', '#id_news', 'open'],
  'anchor-publications': ['route', '#id_publications', 'open'],
  'anchor-partners': ['route', '#id_partners', 'open'],
  'anchor-s2spice': ['route', '#id_s2spice', 'open'],
  'anchor-inductance': ['route', '#id_inductance', 'open'],
  'anchor-impedance': ['route', '#id_impedance', 'open'],

  'hero-headline': ['text', 'The hero headline is about empowering hardware success', 'open'],
  'hero-login': ['rule', 'The hero shows Login only when not signed in', 'open'],
  'hero-contact': ['text', "The hero's 'Contact us' leads to the contact anchor", 'open'],
  'services-title': ['text', 'The services banner: PCB innovations with AI/ML services', 'open'],
  'services-contact': ['text', "The services banner has a 'Contact us' button", 'open'],
  'service-design': ['text', "Service card 'PCB/Package Design'", 'open'],
  'service-simulation': ['text', "Service card 'SIPI Simulation'", 'open'],
  'service-prototype': ['text', "Service card 'PCB Prototype'", 'open'],

  'publications-count': ['constant', '10 publications, the first 3 visible', 'open'],
  'publications-more': ['text', "'Explore more' shows all entries", 'open'],
  'publications-less': ['text', "With all shown the button reads 'Less'", 'open'],
  'publications-link': ['rule', 'The title of a publication is a link, where it has one', 'open'],
  'publications-toggle': ['rule', 'A toggle shows and hides authors and conference', 'open'],
  'publications-first': ['rule', 'The first publication starts expanded', 'open'],
  'publications-collapse': ['rule', 'When the list is collapsed only the first stays expanded', 'open'],

  'tools-cards': ['rule', 'Three tool cards, each with an Open button', 'open'],
  'tools-popup': ['rule', 'Each tool opens a separate named popup window', 'open'],
  'tool-s2spice': ['text', "'S2SPice Tool': PDN SPICE conversion and optimisation, circuit models", 'open'],
  'tool-inductance': ['text', "'Inductance calculator': external, a university lab page", 'open'],
  'tool-impedance': ['text', "'PCB Trace Impedance Calculator': external, a university lab page", 'open'],

  'about-founder': ['rule', 'About describes the company, its founder/CEO and Silicon Valley', 'open'],
  'contact-info': ['rule', 'Contact shows support email, an address in Campbell CA, a social link', 'open'],
  'news-indicator': ['text', "News cards are paginated, with an indicator 'N of M'", 'open'],
  'partners-title': ['text', "'A trusted partner of leading companies worldwide'", 'open'],
  'partners-count': ['constant', 'Six partner logos', 'open'],

  'news-card-own': ['rule', 'Each news card is collapsed or expanded by itself', 'open'],
  'news-more': ['text', "'More...' only when the content overflows", 'open'],
  'news-less': ['text', "'Less' only when the content overflows", 'open'],
  'news-collapse-top': ['rule', 'Collapsing a news card scrolls its content to the top', 'open'],

  'workspace-title': [
    'text',
    "The list is titled 'Projects'",
    'tests/e2e/session.test.ts#a reload finds the session again without a login',
  ],
  'workspace-create': [
    'text',
    "Button 'Create New Project'",
    'tests/e2e/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'workspace-request': [
    'text',
    "Button 'Request Simulation'",
    'tests/e2e/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'workspace-loading': [
    'text',
    "'Loading workspace...'",
    'tests/views/workspace/workspace.test.tsx#say that they load, then show each project',
  ],
  'workspace-empty': [
    'text',
    "'No projects found. Create your first project to get started!'",
    'tests/views/workspace/workspace.test.tsx#without any, invite to the first',
  ],
  'card-name-notes': [
    'rule',
    'A project card shows name and notes',
    'tests/views/workspace/workspace.test.tsx#say that they load, then show each project',
  ],
  'card-no-notes': [
    'text',
    "'No notes available' where a project has no notes",
    'tests/views/workspace/workspace.test.tsx#say that they load, then show each project',
  ],
  'card-file-count': [
    'rule',
    'A project card shows its file count',
    'tests/e2e/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'card-activity': [
    'rule',
    'A project card shows its last activity',
    'tests/views/workspace/workspace.test.tsx#say that they load, then show each project',
  ],
  'card-storage': ['rule', 'A project card shows a storage usage bar', 'open'],
  'card-created-by': [
    'rule',
    'A project card shows who created it',
    'tests/views/workspace/workspace.test.tsx#say that they load, then show each project',
  ],
  'card-manage-files': [
    'text',
    "A 'Manage files' button on the card",
    'tests/e2e/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'card-edit-delete': ['rule', 'Edit and delete buttons on the card', 'open'],
  'modal-create': [
    'rule',
    'Create project is a modal',
    'tests/e2e/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'modal-edit': ['rule', 'Edit project is a modal', 'open'],
  'modal-delete': ['rule', 'Confirm delete is a modal', 'open'],
  'modal-preview': ['rule', 'File preview is a modal', 'open'],
  'modal-files': [
    'rule',
    'The file manager is a modal',
    'tests/e2e/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'modal-request': [
    'rule',
    'The simulation request is a modal of 4 steps',
    'tests/e2e/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'select-one': [
    'rule',
    'Selecting a project marks only that project as selected',
    'tests/model/workspace.test.ts#a new project is added first and selected, and it alone',
  ],

  'folder-inputs': [
    'text',
    "Folder 'Inputs' is the default",
    'tests/model/workspace.test.ts#shows Inputs first, files without a folder among them',
  ],
  'folder-reports': [
    'text',
    "Folder 'Reports'",
    'tests/views/workspace/workspace.test.tsx#opens with Inputs; Reports takes no upload',
  ],
  'folders-system': ['rule', 'Both folders are system folders', 'open'],
  'no-upload-reports': [
    'rule',
    'No upload is possible in Reports',
    'tests/views/workspace/workspace.test.tsx#opens with Inputs; Reports takes no upload',
  ],
  'files-without-folder': [
    'rule',
    'Files with no folder show under Inputs',
    'tests/model/workspace.test.ts#shows Inputs first, files without a folder among them',
  ],
  'file-type-change': [
    'rule',
    "A file's type can be changed",
    'tests/views/workspace/workspace.test.tsx#saves a changed type',
  ],
  'file-download': ['rule', 'A file can be downloaded', 'open'],
  'file-delete': ['rule', 'A file can be deleted', 'open'],
  'file-preview': ['rule', 'A file can be previewed', 'open'],

  'preview-images': ['constant', 'Images: jpg, jpeg, png, gif, svg, webp, bmp', 'open'],
  'preview-text': ['constant', 'Text: txt, md, json, xml, csv, log, js, ts, html, css and more', 'open'],
  'preview-others': ['constant', 'Others: pdf, video and audio', 'open'],
  'preview-unsupported': ['text', "Anything else shows 'Preview not supported'", 'open'],
  'preview-failed': ['text', "A failed preview shows a 'Download file instead' button", 'open'],

  'wizard-step-1': [
    'rule',
    'Step 1 chooses project and layout file, and optionally stackup and material',
    'tests/e2e/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'wizard-si': [
    'rule',
    'A step holds the signal integrity rows',
    'tests/e2e/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'wizard-pi': [
    'rule',
    'A step holds the power integrity rows',
    'tests/e2e/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'wizard-step-4': [
    'rule',
    'Step 4 is a summary with a Payment button',
    'tests/e2e/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'wizard-stackup-note': [
    'text',
    'Without a stackup the default stackup info in the layout file is used',
    'tests/e2e/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],

  'privacy-updated': ['text', 'Privacy policy: last updated June 29, 2024', 'open'],
  'privacy-collected': ['rule', 'Privacy covers information collected, legal bases, sharing, transfer', 'open'],
  'privacy-cards': ['rule', 'Privacy: card data is handled by a payment provider', 'open'],
  'privacy-servers': ['rule', 'Privacy: servers are in the United States', 'open'],
  'privacy-retention': ['rule', 'Privacy section: retention', 'open'],
  'privacy-security': ['rule', 'Privacy section: security', 'open'],
  'privacy-minors': ['rule', 'Privacy section: minors', 'open'],
  'privacy-rights': ['rule', 'Privacy section: privacy rights', 'open'],
  'privacy-do-not-track': ['rule', 'Privacy section: do-not-track', 'open'],
  'privacy-california': ['rule', 'Privacy section: California rights', 'open'],
  'privacy-virginia': ['rule', 'Privacy section: Virginia rights', 'open'],
  'privacy-updates': ['rule', 'Privacy section: updates', 'open'],
  'privacy-contact': ['rule', 'Privacy section: contact', 'open'],
  'privacy-review': ['rule', 'Privacy section: review, update and delete data', 'open'],
  'privacy-anchors': ['rule', 'The notice is anchored in the page, with links to its contact section', 'open'],
  'privacy-email': ['rule', 'A privacy contact e-mail is given', 'open'],

  'terms-banner': ['text', "Banner 'TERMS OF SERVICE'", 'open'],
  'terms-updated': ['text', "'Last updated June 30, 2024'", 'open'],
  'terms-contents': ['constant', 'A table of contents of 29 anchored sections', 'open'],
  'terms-privacy-link': ['rule', 'Section 15 links to /privacy', 'open'],
})
