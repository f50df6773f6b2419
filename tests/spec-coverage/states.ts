import { rowsOf } from './row'

/** Section 4: the behaviour in each state. */
export const states = rowsOf('4', {
  'loading-start': [
    'rule',
    'The app starts in a loading state',
    'tests/model/session/session.test.ts#goes when the status is known',
  ],
  'loading-known': [
    'rule',
    'Loading ends when the authentication status is known',
    'tests/model/session/session.test.ts#goes when the status is known',
  ],
  'loading-timeout': [
    'constant',
    'Loading ends after 4 seconds at the latest',
    'tests/model/session/session.test.ts#goes after 4 seconds at the latest, with one warning',
  ],
  'loading-warning': [
    'rule',
    'On the time-out a warning is logged',
    'tests/identity/start.test.ts#02 provider hangs: overlay off at 4 s, one warning, and a late answer signs in without a reload',
  ],
  'check-sso': [
    'rule',
    'On load an existing single sign-on session is looked for, without forcing login',
    'tests/e2e/session/session.test.ts#a reload finds the session again without a login',
  ],
  'standard-flow': [
    'rule',
    'Standard flow, login-iframe check disabled, logging enabled',
    'tests/views/session/user-manager.test.ts#the library is set up with the standard flow, without a login iframe, and with the times that were promised',
  ],
  'client-pending': [
    'rule',
    'The login client is pending while it initialises, then authenticated or not',
    'tests/model/session/session.test.ts#is pending, and then the person is authenticated or it has failed with its error',
  ],
  'client-failed': [
    'rule',
    'A failed initialisation records an error',
    'tests/model/session/session.test.ts#a provider that cannot be reached is reported once, and the visitor is anonymous',
  ],
  'refresh-interval': [
    'constant',
    'While authenticated a refresh is tried every 30 seconds',
    'tests/model/session/session.test.ts#is asked every 30 seconds, for 60 seconds more',
  ],
  'refresh-validity': [
    'constant',
    'The refresh asks for at least 60 more seconds',
    'tests/model/session/session.test.ts#is asked every 30 seconds, for 60 seconds more',
  ],
  'refresh-failed': [
    'rule',
    "A failed refresh leads to the provider's login, to return to origin + /login",
    'tests/identity/refresh.test.ts#16 refresh answered with 400: token cleared, one way to the login',
  ],
  'refresh-400': [
    'rule',
    'A refresh refused with status 400 clears the token',
    'tests/model/session/session.test.ts#refused with 400 clears the token and goes to login once',
  ],
  'invalid-nonce': [
    'rule',
    'An invalid nonce clears the token',
    'tests/identity/login.test.ts#14 nonce mismatch: every copy of the token is gone',
  ],
  'authentication-expired': [
    'rule',
    'authentication_expired triggers a fresh login',
    'tests/model/session/session.test.ts#authentication_expired starts one fresh login, the second time an error',
  ],
  'login-error': [
    'rule',
    'Other login errors go to an error handler',
    'tests/model/session/session.test.ts#any other login error is shown, and nothing is retried',
  ],
  'api-401': [
    'rule',
    'On a 401 of the product API the stored token is removed and the user goes to /login',
    'tests/e2e/protocol.test.ts#a 401 of the API removes the stored tokens and leads to the login',
  ],

  'guard-reads': [
    'rule',
    'Before each navigation the authentication state is read',
    'tests/model/session/session.test.ts#reads the session before a navigation to a public page',
  ],
  'guard-public': [
    'rule',
    'Public pages are recorded in sessionStorage as the last public route',
    'tests/e2e/session/session.test.ts#the last public route, and where somebody wanted to be, are kept with query and hash',
  ],
  'guard-wait': [
    'constant',
    'The guard waits up to 30 checks at 100 ms for the status',
    'tests/model/session/session.test.ts#proceeds after 30 checks without a status',
  ],
  'guard-authenticated': [
    'rule',
    'Authenticated: the user passes',
    'tests/model/session/session.test.ts#lets the authenticated pass',
  ],
  'guard-unauthenticated': [
    'rule',
    'Unauthenticated: the target is stored and the user goes to /login',
    'tests/model/session/session.test.ts#stores the target of the anonymous and sends them to login',
  ],
  'guard-already-login': [
    'rule',
    'No redirect when the way already leads to /login',
    'tests/model/session/session.test.ts#lets the response of the provider and /login pass without reading the session',
  ],
  'guard-unknown': [
    'rule',
    'Status never known: navigation proceeds',
    'tests/model/session/session.test.ts#proceeds after 30 checks without a status',
  ],
  'guard-return-query': [
    'rule',
    '/login with code and state in the query proceeds without checks',
    'tests/views/session/user-manager.test.ts#/login?code=1&state=2: the provider’s answer? true',
  ],
  'guard-return-hash': [
    'rule',
    '/login with code and state in the hash proceeds without checks',
    'tests/views/session/user-manager.test.ts#/login#code=1&state=2: the provider’s answer? true',
  ],
  'guard-return-both': [
    'rule',
    '/login with only one of code and state is checked',
    'tests/views/session/user-manager.test.ts#/login?code=1: the provider’s answer? false',
  ],

  'logout-1-window': [
    'rule',
    'Log-out closes the opened tool window first',
    'tests/model/session/session.test.ts#takes its four steps in order',
  ],
  'logout-2-tool': [
    'rule',
    'Then it calls the tool-server logout',
    'tests/model/session/session.test.ts#takes its four steps in order',
  ],
  'logout-3-marker': [
    'rule',
    'Then it writes a marker into localStorage',
    'tests/model/session/session.test.ts#takes its four steps in order',
  ],
  'logout-4-provider': [
    'rule',
    'Then it logs out of the provider, to return to the site origin',
    'tests/e2e/protocol.test.ts#sign-in: standard flow with PKCE, state and nonce, at the provider that the configuration names',
  ],
  'logout-other-tabs': [
    'rule',
    'A storage event with the marker logs the other tab out',
    'tests/e2e/session/session.test.ts#logging out ends the session here, at the provider, and in other tabs',
  ],

  'contact-idle': [
    'rule',
    'Contact form: idle, then submitting with a loading flag',
    'tests/views/site/pages.test.tsx#shows that it is on its way',
  ],
  'contact-success': [
    'rule',
    'Contact form: a success message',
    'tests/e2e/site/site.test.ts#the contact form: what is missing, what failed, what arrived',
  ],
  'contact-error': [
    'rule',
    'Contact form: an error message',
    'tests/e2e/site/site.test.ts#the contact form: what is missing, what failed, what arrived',
  ],
  'contact-cleared': [
    'rule',
    'On success the fields and the terms checkbox are cleared',
    'tests/e2e/site/site.test.ts#the contact form: what is missing, what failed, what arrived',
  ],
  'mobile-menu': [
    'rule',
    'The mobile menu is open or closed',
    'tests/e2e/site/site.test.ts#the menu of a phone locks the page, keeps the focus, and closes',
  ],
  'mobile-menu-lock': [
    'rule',
    'While it is open the scrolling of the page is locked',
    'tests/e2e/site/site.test.ts#the menu of a phone locks the page, keeps the focus, and closes',
  ],

  'create-button': [
    'text',
    "'Creating...' on the submit button",
    'tests/views/projects/projects.test.tsx#needs a name, says Creating..., and hands the project on',
  ],
  'create-added': [
    'rule',
    'On success the new project is added and selected',
    'tests/model/projects/projects.test.ts#a new project is added first and selected, and it alone',
  ],
  'create-fallback': [
    'rule',
    'A failed create makes a local project with a temporary id',
    'tests/e2e/projects/projects.test.ts#a project that cannot be saved is kept, across a reload too, and saved when the API is back',
  ],
  'edit-button': [
    'text',
    "'Saving...' on the submit button",
    'tests/e2e/projects/projects.test.ts#a project is created, changed and deleted, each step in its words',
  ],
  'delete-button': [
    'text',
    "'Deleting...' on the button",
    'tests/e2e/projects/projects.test.ts#a project is created, changed and deleted, each step in its words',
  ],
  'delete-gone': [
    'rule',
    'A deleted project leaves the list',
    'tests/e2e/projects/projects.test.ts#a project is created, changed and deleted, each step in its words',
  ],

  'wizard-steps': [
    'constant',
    'The wizard has steps 1 to 4',
    'tests/views/workspace/workspace.test.tsx#opens with the first layout chosen and the stackup note',
  ],
  'wizard-next-1': [
    'rule',
    'Next from step 1 needs a project and a layout file',
    'tests/model/wizard/simulation-request-paths.test.ts#nobody leaves the first step without project and layout',
  ],
  'wizard-previous': [
    'rule',
    'Previous goes back down to step 1',
    'tests/views/workspace/workspace.test.tsx#rows are added and removed, and Previous goes back down to the first step',
  ],
  'wizard-project-clears': [
    'rule',
    'Changing the project clears the file choices',
    'tests/model/wizard/simulation-request.test.ts#another project clears the choices and reloads the files',
  ],
  'wizard-project-reloads': [
    'rule',
    'Changing the project reloads the files',
    'tests/model/wizard/simulation-request.test.ts#another project clears the choices and reloads the files',
  ],
  'wizard-preselects': [
    'rule',
    'The first layout file is preselected',
    'tests/model/wizard/simulation-request.test.ts#preselects the first layout of the project',
  ],
  'wizard-pcie-speed': [
    'constant',
    'PCIE-Gen5 forces speed 32GT/s, read-only',
    'tests/model/wizard/request-rules.test.ts#PCIE-Gen5 forces speed 32GT/s and clock N/A',
  ],
  'wizard-pcie-clock': [
    'constant',
    'PCIE-Gen5 forces clock N/A, read-only',
    'tests/model/wizard/request-rules.test.ts#PCIE-Gen5 forces speed 32GT/s and clock N/A',
  ],
  'wizard-other-clears': [
    'rule',
    'Any other interface clears speed and clock',
    'tests/model/wizard/request-rules.test.ts#any other interface clears speed and clock',
  ],
  'wizard-powerdc': [
    'constant',
    'PowerDC forces target impedance N/A, read-only',
    'tests/model/wizard/request-rules.test.ts#PowerDC forces target impedance N/A',
  ],

  'tool-spinner': [
    'rule',
    'A popup with a spinner page opens first, then goes to the tool',
    'tests/e2e/tools/tools.test.ts#a window shows a spinner until the tool is there, and a kept token serves again',
  ],
  'tool-no-url': [
    'rule',
    'Without a URL the new window is closed',
    'tests/model/workspace.test.ts#closes the window of a tool without an address',
  ],
  'tool-info-first': [
    'rule',
    'For S2SPice the server info is fetched first',
    'tests/e2e/tools/tools.test.ts#a window shows a spinner until the tool is there, and a kept token serves again',
  ],
  'tool-code': [
    'rule',
    'S2SPice opens at server_url with the query parameter code = a signed token',
    'tests/e2e/tools/tools.test.ts#S2SPice opens signed in, without its token in the address, and ends with the log-out',
  ],
  'tool-24h': [
    'constant',
    'The token is valid for 24 hours',
    "tests/api/journey.test.ts#the tool token is the tool's alone, for a day, and its keys are public",
  ],
  'tool-30s': [
    'constant',
    'The token is renewed when less than 30 s remain',
    'tests/e2e/tools/tools.test.ts#a kept token is renewed when less than 30 s of it remain',
  ],
  'file-type-saved': [
    'rule',
    "Changing a file's type saves it and reloads the list",
    'tests/model/files/files.test.ts#saves a new type, then reads the list again',
  ],
  'legal-trial': [
    'text',
    'The trial lasts 30 days, then the subscription is charged',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  'legal-cancel': [
    'text',
    'Cancellation takes effect at the end of the paid term',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
})
