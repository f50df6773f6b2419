import { rowsOf } from './row'

/** Decisions on what the specification leaves open. */
export const decisions = rowsOf('decisions', {
  'letter-for-letter': [
    'rule',
    'Quoted texts, numbers, storage keys and paths are kept letter for letter',
    'tests/spec-coverage/spec-coverage.test.ts#every row that names a test names one that exists',
  ],
  'brand-one-file': [
    'rule',
    'One file holds name, e-mail, address, social link and partner logos',
    'tests/architecture/brand.test.ts#one file holds the name, the mail addresses, the address, the network and the partners',
  ],
  'brand-name': [
    'text',
    "The sample brand is 'Viastack', e-mails at example.com, Campbell CA",
    'tests/architecture/brand.test.ts#the company is Viastack of Campbell, its addresses are those of an example',
  ],
  'brand-partners': [
    'rule',
    'Six drawn sample marks; no claim of endorsement by a real company',
    'tests/views/site/pages.test.tsx#shows six partners',
  ],
  'publications-selected': [
    'text',
    "The publications are selected reading in the field, not the company's own",
    'tests/views/site/pages.test.tsx#shows the first three of ten publications, the first one expanded, as reading by others',
  ],
  'legal-complete': [
    'rule',
    'All 29 terms sections and all named privacy sections are written out',
    'tests/views/site/pages.test.tsx#the terms: banner, date, 29 anchored sections in the contents, and section 15 leads to the privacy policy',
  ],
  'login-work-site': [
    'rule',
    'Login opens the configured work site, by default this /workspace',
    'tests/e2e/session/session.test.ts#Login opens the work site in a new tab: this site’s workspace, and before it the provider',
  ],
  'login-finishes': [
    'rule',
    '/login with code and state finishes the login, otherwise starts one',
    'tests/e2e/session/session.test.ts#a visitor who asks for the workspace logs in and arrives where they wanted to be',
  ],
  'login-returns': [
    'rule',
    'After the login the app returns to the stored target, else to the root',
    'tests/e2e/session/session.test.ts#a visitor who asks for the workspace logs in and arrives where they wanted to be',
  ],
  'login-safe-target': [
    'rule',
    'A stored target counts only on the same origin and as a known route',
    'tests/identity/login.test.ts#36 stored return address //evil.test or javascript: leads to the root',
  ],
  'guard-storage': [
    'rule',
    'Last public route and target live in sessionStorage, with query and hash',
    'tests/e2e/session/session.test.ts#the last public route, and where somebody wanted to be, are kept with query and hash',
  ],
  'api-v1-base': [
    'constant',
    'v1 API base: /api/v1',
    'tests/views/api/product.test.ts#goes to the bases of config.json: /api/v1, and /api for the request and the payment',
  ],
  'api-main-base': [
    'constant',
    'Main API base: /api',
    'tests/views/api/product.test.ts#goes to the bases of config.json: /api/v1, and /api for the request and the payment',
  ],
  'config-file': [
    'route',
    '/config.json is fetched at start',
    'tests/e2e/configuration.test.ts#config.json is preloaded, and fetched once at the start',
  ],
  'config-preloaded': [
    'rule',
    '/config.json is preloaded',
    'tests/e2e/configuration.test.ts#config.json is preloaded, and fetched once at the start',
  ],
  'config-wrong': [
    'rule',
    'A wrong configuration gives a readable page that names the field',
    'tests/e2e/configuration.test.ts#a wrong configuration gives a readable page that names the field',
  ],
  'config-no-auth': [
    'error',
    "No auth section: 'The VueKeycloakPluginConfig is required'",
    'tests/e2e/configuration.test.ts#with no auth section the public pages stay usable, and a login says: The VueKeycloakPluginConfig is required',
  ],
  'config-no-provider': [
    'error',
    "auth without provider: 'The KeycloakConfig is required'",
    'tests/e2e/configuration.test.ts#with auth without a provider the public pages stay usable, and a login says: The KeycloakConfig is required',
  ],
  'config-public-usable': [
    'rule',
    'With a configuration error public pages stay usable',
    'tests/e2e/configuration.test.ts#with no auth section the public pages stay usable, and a login says: The VueKeycloakPluginConfig is required',
  ],
  'user-fetch': [
    'call',
    'getMe: GET /v1/users/me; failure leads to /login',
    'tests/model/session/session.test.ts#a person who cannot be read leads to login, and the second time to an error with Retry',
  ],
  'user-fetch-once': [
    'rule',
    'One visit to /login per failure; the second in a row shows an error with Retry',
    'tests/model/session/session.test.ts#a person who cannot be read leads to login, and the second time to an error with Retry',
  ],
  'profile-source': [
    'rule',
    'Profile: the account endpoint, else userinfo; failure is only logged',
    'tests/views/session/person.test.ts#comes from the user-info endpoint where the account cannot be had',
  ],
  prices: [
    'call',
    'getPrices: GET /v1/prices; the client defaults when it fails',
    'tests/api/requests/checkout.test.ts#come from the table, and a new row in it appears by itself',
  ],
  'prices-recomputed': [
    'rule',
    'The API recomputes the total and refuses a checkout whose prices differ',
    'tests/api/requests/checkout.test.ts#two wrong unit prices with the right sum is refused, with the current ones in the answer',
  ],
  'prices-in-refusal': [
    'rule',
    'The refusal carries the current prices',
    'tests/api/requests/checkout.test.ts#a total that is too low is refused, with the current ones in the answer',
  ],
  'prices-asked-again': [
    'rule',
    'The wizard then shows the new total and asks again',
    'tests/model/wizard/simulation-request.test.ts#changed prices are shown old against new and asked again, as another attempt',
  ],
  'prices-new-row': [
    'rule',
    'Interfaces and PI types come from the price table: a new row appears by itself',
    'tests/views/workspace/workspace.test.tsx#an interface that is new in the price table can be chosen, at its price',
  ],
  'wizard-step-2': [
    'rule',
    'Step 2: signal integrity rows',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'wizard-step-3': [
    'rule',
    'Step 3: power integrity rows',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'wizard-rows': [
    'rule',
    'Rows are added and removed',
    'tests/views/workspace/workspace.test.tsx#rows are added and removed, and Previous goes back down to the first step',
  ],
  'wizard-complete': [
    'rule',
    'A row is complete when every field that applies is filled',
    'tests/model/wizard/request-rules.test.ts#full rows leave no gap, PCIE-Gen5 and PowerDC included',
  ],
  'wizard-next-open': [
    'rule',
    'Next is open on steps 2 and 3',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'wizard-payment': [
    'rule',
    'Payment needs at least one row and no incomplete row',
    'tests/model/wizard/simulation-request-paths.test.ts#never asks for a payment with a missing layout, without a row, or with an incomplete one',
  ],
  'wizard-gaps': [
    'rule',
    'Payment says which row lacks what',
    'tests/model/wizard/request-rules.test.ts#a gap names the row and its missing fields',
  ],
  'wizard-url': [
    'rule',
    "The machine's step is the truth; the route mirrors it; Back sends step.back",
    'tests/e2e/session/session.test.ts#a request survives a reload, at the step where it was',
  ],
  'wizard-url-allowed': [
    'rule',
    'A step that is not allowed becomes the furthest allowed',
    'tests/views/workspace/workspace.test.tsx#a step that is not allowed becomes the furthest allowed',
  ],
  'tool-token': [
    'call',
    'issueToolToken: POST /v1/tools/{tool}/token, 24 h, audience = the tool',
    "tests/api/journey.test.ts#the tool token is the tool's alone, for a day, and its keys are public",
  ],
  'tool-token-asymmetric': [
    'rule',
    'The tool token is signed asymmetrically; the browser signs nothing',
    "tests/api/journey.test.ts#the tool token is the tool's alone, for a day, and its keys are public",
  ],
  'tool-token-renewed': [
    'constant',
    'The tool token is renewed when less than 30 s remain',
    'tests/e2e/tools/tools.test.ts#a kept token is renewed when less than 30 s of it remain',
  ],
  'tool-keys': [
    'call',
    'getToolKeys: GET /v1/tools/jwks, to verify tool tokens with',
    "tests/api/journey.test.ts#the tool token is the tool's alone, for a day, and its keys are public",
  ],
  'toasts-site': [
    'constant',
    'Public site toasts: top-right, 5000 ms, at most 20',
    'tests/e2e/site/site.test.ts#a toast of the site stands top right and goes after 5 seconds',
  ],
  'toasts-workspace': [
    'constant',
    'Workspace toasts: top-center, 2500 ms, paused on hover and focus loss',
    'tests/views/site/toasts.test.tsx#a toast of the workspace waits while the pointer is on it',
  ],
  'list-failed-notice': [
    'rule',
    'A failed project list shows a notice with Retry',
    'tests/views/projects/projects.test.tsx#that cannot be loaded say so and offer Retry',
  ],
  'local-id': [
    'rule',
    'A local project has the id local-…',
    'tests/e2e/projects/projects.test.ts#a project that cannot be saved is kept, across a reload too, and saved when the API is back',
  ],
  'local-marked': [
    'text',
    "'Not saved yet'",
    'tests/e2e/projects/projects.test.ts#a project that cannot be saved is kept, across a reload too, and saved when the API is back',
  ],
  'local-kept': [
    'rule',
    'A local project is kept across reloads',
    'tests/e2e/projects/projects.test.ts#a project that cannot be saved is kept, across a reload too, and saved when the API is back',
  ],
  'local-retry': [
    'rule',
    'A local project is saved by Retry, or by itself when the API is back',
    'tests/e2e/projects/projects.test.ts#a project that cannot be saved is kept, across a reload too, and saved when the API is back',
  ],
  'local-real-id': [
    'rule',
    'Saved, it takes the real id',
    'tests/e2e/projects/projects.test.ts#a project that cannot be saved is kept, across a reload too, and saved when the API is back',
  ],
  'local-closed': [
    'rule',
    'Files and requests of a local project are closed until then',
    'tests/e2e/projects/projects.test.ts#a project that cannot be saved is kept, across a reload too, and saved when the API is back',
  ],
  'local-4xx': [
    'rule',
    'After a 4xx: edit or discard, no retry by itself',
    'tests/e2e/projects/projects.test.ts#a refused project is edited or discarded, and not tried again by itself',
  ],
  'payment-return-success': [
    'route',
    '/workspace?request={id}&checkout=success',
    'tests/api/requests/checkout.test.ts#tells the provider every line, the total and the way back',
  ],
  'payment-return-cancelled': [
    'route',
    '/workspace?request={id}&checkout=cancelled',
    'tests/api/requests/checkout.test.ts#tells the provider every line, the total and the way back',
  ],
  'payment-truth': [
    'rule',
    "The API's word is the truth: the page asks until it knows",
    'tests/model/workspace.test.ts#polls until the payment is known',
  ],
  'payment-webhook': [
    'call',
    'receivePaymentEvent: POST /payments/webhook',
    'tests/api/requests/checkout.test.ts#by webhook makes a request paid, once',
  ],
  'payment-asks': [
    'rule',
    'When no webhook came the API asks the payment provider itself',
    'tests/api/requests/checkout.test.ts#is asked for when no webhook came',
  ],
  'request-status': [
    'rule',
    'Requests have a status: draft, awaiting payment, paid, in progress, delivered, cancelled',
    'tests/api/requests/requests.test.ts#awaiting payment, paid, in progress, delivered: each with its time, and cancelled at last for another',
  ],
  'request-delivered': [
    'rule',
    "A delivered request's files stand in Reports",
    'tests/api/requests/requests.test.ts#puts the files into Reports with size and SHA-256, by name',
  ],
  'request-list': [
    'call',
    'listSimulationRequests: GET /v1/simulation-requests',
    'tests/api/requests/checkout.test.ts#keeps the request with its files as they are now, and leads to the payment page',
  ],
  'request-one': [
    'call',
    'getSimulationRequest: GET /v1/simulation-requests/{id}',
    'tests/api/requests/checkout.test.ts#keeps the request with its files as they are now, and leads to the payment page',
  ],
  'project-deletion': [
    'call',
    'previewDeletion: GET /v1/projects/{id}/deletion',
    'tests/api/requests/paid-work.test.ts#its project cannot be deleted, and keeps everything',
  ],
  'paid-work-kept': [
    'rule',
    'A project or file of a request that awaits payment, is paid, in progress or delivered is not destroyed',
    'tests/api/requests/paid-work.test.ts#its deleted layout leaves the list and the quota, and keeps its bytes for the request',
  ],
  'paid-work-retention': [
    'constant',
    'Paid work is kept for 24 months after its delivery',
    'tests/api/requests/paid-work.test.ts#24 months after its delivery a request keeps nothing any more, and a month earlier it keeps all',
  ],
  'request-resume': [
    'call',
    'resumeCheckout: POST /v1/simulation-requests/{id}/checkout',
    'tests/api/requests/payment-pages.test.ts#leads to the same page, for every member',
  ],
  'request-cancel': [
    'call',
    'cancelSimulationRequest: POST /v1/simulation-requests/{id}/cancel',
    'tests/api/requests/payment-pages.test.ts#closes the payment page, and changes nothing the second time',
  ],
  'file-types': [
    'constant',
    'File types: layout, stackup, material, report, other',
    'tests/api/projects/projects.test.ts#is of one of six types, "other" offered last',
  ],
  'file-types-case': [
    'rule',
    'File types are compared case-insensitively',
    'tests/model/wizard/request-rules.test.ts#files are listed by type without regard to case, never from Reports',
  ],
  'file-type-proposed': [
    'rule',
    'A type is proposed from name and content at upload, and can be changed',
    'tests/api/transfers/uploads.test.ts#keeps every file with its size, hash, type and time',
  ],
  'same-name': [
    'rule',
    'Same file name again is asked: replace, keep both, skip',
    'tests/model/transfers/upload.test.ts#is asked about, and the others go on',
  ],
  'card-size': [
    'rule',
    "The card's bar shows files/size of storageLimitBytes",
    'tests/api/projects/projects.test.ts#the list gives the used space of each project, as files/size does',
  ],
  'activity-today': [
    'text',
    "Last activity 'Today'",
    'tests/views/ui/time.test.ts#what was done 0 days ago was done: Today',
  ],
  'key-jwt-token': [
    'storage-key',
    'jwtToken holds the tool token',
    'tests/e2e/tools/tools.test.ts#S2SPice opens signed in, without its token in the address, and ends with the log-out',
  ],
  'key-s2spice-api': [
    'storage-key',
    "s2spiceApiUrl holds the tool server's base",
    'tests/e2e/tools/tools.test.ts#S2SPice opens signed in, without its token in the address, and ends with the log-out',
  ],
  'keys-at-logout': [
    'rule',
    'jwtToken and s2spiceApiUrl are read at log-out',
    'tests/e2e/tools/tools.test.ts#S2SPice opens signed in, without its token in the address, and ends with the log-out',
  ],
  'bearer-entry': [
    'rule',
    "The API's bearer is oidc-client-ts's own entry, which a 401 removes",
    'tests/e2e/protocol.test.ts#a 401 of the API removes the stored tokens and leads to the login',
  ],
  'tokens-per-tab': [
    'rule',
    'Every load begins with a silent check that gives the tab its own tokens',
    'tests/identity/refresh.test.ts#21 a duplicated tab, and two tabs over three rotations: both stay alive',
  ],
  'tokens-stored': [
    'rule',
    'A stored refresh token serves only when the check times out and no tab holds its lock',
    'tests/e2e/protocol.test.ts#stored tokens are used when the silent check is not answered, but only in the tab that owns them',
  ],
  'check-sso': [
    'rule',
    'The adapter default is login required; the app passes check-sso',
    'tests/identity/start.test.ts#03 login, interaction or consent required: anonymous, and no error is shown',
  ],
  'logging-level': [
    'rule',
    "The protocol library's log is at warning level, never a token",
    'tests/views/session/user-manager.test.ts#the library logs warnings and errors, nothing finer',
  ],
  'tool-addresses': [
    'rule',
    'Tool addresses stand in config.json with defaults',
    'tests/server/config.test.ts#leads to the two calculators of a university’s laboratory until an operator names others',
  ],
  'tool-address-null': [
    'error',
    "A null address: 'The tool {tool} is temporarily not available. …'",
    'tests/model/workspace.test.ts#closes the window of a tool without an address',
  ],
  'tool-info-failed': [
    'error',
    "Failed server info or token: 'Failed to open S2SPice tool. …'",
    'tests/model/workspace.test.ts#closes the window when the tool fails',
  ],
  'tools-in-workspace': [
    'rule',
    'Tools also open from the workspace',
    'tests/e2e/tools/tools.test.ts#every tool also opens from the workspace, with the same error messages',
  ],
  'preview-not-available': [
    'error',
    "'Preview not available': no id or no content",
    'tests/model/files/files.test.ts#shows the file, and leads to the others up to both ends',
  ],
  'preview-not-supported': [
    'error',
    "'Preview not supported': unknown kind",
    'tests/e2e/previews/previews.test.ts#every kind is shown, one after the other by the arrow keys, and nothing in a file runs',
  ],
  'error-messages': [
    'rule',
    "The server's message first; the fall-back is given by each call",
    'tests/views/api/product.test.ts#answered with 409 has failed, with the server’s message first',
  ],
  'timeout-json': [
    'constant',
    'Calls that carry JSON abort after 50 s',
    'tests/views/api/product.test.ts#that carries JSON gives up after 50 s',
  ],
  'timeout-transfers': [
    'constant',
    'Transfers abort after 50 s without progress',
    'tests/views/api/product.test.ts#an upload that makes no progress for 50 s is given up',
  ],
  'roles-token': [
    'rule',
    "Role checks use the token's roles, never membership",
    'tests/api/policy.test.ts#what a member may not do by membership alone is deleting, inviting, removing and sharing what is private',
  ],
  'roles-reach': [
    'rule',
    'organization_admin and sysadmin reach all projects',
    'tests/api/policy.test.ts#a person lists the projects they are a member of, and an administrator all but private ones',
  ],
  'roles-delete': [
    'rule',
    'project_manager deletes only where creator or member',
    'tests/api/policy.test.ts#deleteProject does what the policy says for everyone',
  ],
  'roles-assign': [
    'rule',
    'Assigning roles needs organization_admin or sysadmin',
    'tests/api/projects/projects.test.ts#are invited by a project manager with no role above their own, which only an administrator changes',
  ],
  'private-visible': [
    'rule',
    'A private project is never visible beyond its members',
    'tests/api/policy.test.ts#a person lists the projects they are a member of, and an administrator all but private ones',
  ],
  'private-no-shares': [
    'rule',
    'A private project has no share links',
    'tests/api/policy.test.ts#shareFile does what the policy says for everyone',
  ],
  'shared-list': [
    'call',
    'listShares: GET /v1/files/{id}/share',
    'tests/api/sharing/shares.test.ts#is listed until it ends, without its address',
  ],
  'shared-unlock': [
    'call',
    'unlockSharedFile: POST /v1/shares/{shareToken}/download',
    'tests/api/sharing/shares.test.ts#with a password opens with it alone',
  ],
  'shared-download': [
    'call',
    'downloadSharedFile: GET /v1/shares/{shareToken}/download',
    'tests/api/sharing/shares.test.ts#downloads this one file for anyone, with ranges',
  ],
  'identity-fields': [
    'rule',
    'uid = sub, uname = preferred_username, created_by = sub, created_by_name = fullname',
    'tests/api/projects/projects.test.ts#has its creator, the defaults and a trimmed name',
  ],
  'unit-mb': [
    'constant',
    '1 MB = 1,048,576 bytes; sizes in MB may be fractional',
    'tests/api/transfers/uploads.test.ts#keeps every file with its size, hash, type and time',
  ],
  'large-media': [
    'constant',
    'Above 50 MB: a short-lived signed address for that one file',
    'tests/e2e/transfers/large-files.test.ts#a download above 50 MB is streamed by the browser from a signed address',
  ],
  'home-canonical': [
    'route',
    '/home: the same page as /, canonical /',
    'tests/e2e/site/site.test.ts#/home is the same page, and names / as its address',
  ],
  'demo-roles': [
    'rule',
    'Roles of the demo realm are realm roles',
    'tests/server/identity/identity.test.ts#gives an access token that the published keys verify, with the realm’s claims',
  ],
  'demo-accounts': [
    'rule',
    'Demo accounts: user, manager, orgadmin, sysadmin',
    "tests/server/identity/identity.test.ts#is open to the demo account orgadmin, with the realm roles [ 'user', 'organization_admin' ]",
  ],
  health: [
    'call',
    'getHealth: GET /v1/health',
    'tests/api/policy.test.ts#getHealth does what the policy says for everyone',
  ],
})
