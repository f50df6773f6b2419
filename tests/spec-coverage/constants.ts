import { rowsOf } from './row'

/** Section 9: constants and limits. */
export const constants = rowsOf('9', {
  overlay: [
    'constant',
    'Loading overlay time-out: 4 seconds',
    'tests/model/session/session.test.ts#goes after 4 seconds at the latest, with one warning',
  ],
  'setup-defaults': [
    'constant',
    'Adapter defaults: standard flow, no login iframe check, login required',
    'tests/views/session/user-manager.test.ts#the library is set up with the standard flow, without a login iframe, and with the times that were promised',
  ],
  'pkce-length': [
    'constant',
    'PKCE verifier length: 96 characters',
    'tests/e2e/protocol.test.ts#sign-in: standard flow with PKCE, state and nonce, at the provider that the configuration names',
  ],
  'state-expiry': [
    'constant',
    'Stored login state expires after 60 minutes',
    'tests/views/session/user-manager.test.ts#the library is set up with the standard flow, without a login iframe, and with the times that were promised',
  ],
  'min-validity': [
    'constant',
    'Default token validity margin for refresh: 5 seconds',
    'tests/e2e/protocol.test.ts#a token with less than 5 s left is refreshed for a call, one with less than 30 s for a tool',
  ],
  'min-validity-forced': [
    'constant',
    '-1 forces a refresh',
    'tests/views/session/token.test.ts#a token that is valid long enough is kept; a required validity of -1 always renews it',
  ],
  'message-wait': [
    'constant',
    'Default message wait time-out: 10000 ms',
    'tests/views/session/user-manager.test.ts#the library is set up with the standard flow, without a login iframe, and with the times that were promised',
  ],
  'session-check': [
    'constant',
    'Default session check interval: 5 seconds',
    'tests/views/session/user-manager.test.ts#the library is set up with the standard flow, without a login iframe, and with the times that were promised',
  ],
  'refresh-interval': [
    'constant',
    'Token refresh check interval: 30 s',
    'tests/model/session/session.test.ts#is asked every 30 seconds, for 60 seconds more',
  ],
  'refresh-validity': [
    'constant',
    'Minimum remaining validity: 60 s',
    'tests/model/session/session.test.ts#is asked every 30 seconds, for 60 seconds more',
  ],
  'guard-attempts': [
    'constant',
    'Route guard: up to 30 attempts',
    'tests/model/session/session.test.ts#proceeds after 30 checks without a status',
  ],
  'guard-interval': [
    'constant',
    'Route guard: every 100 ms',
    'tests/model/session/session.test.ts#waits for the status in steps of 100 ms',
  ],
  'news-768': ['constant', 'News: 1 card up to 768', 'tests/e2e/site/site.test.ts#news at 768 px: 1 to a page'],
  'news-991': ['constant', 'News: 2 cards up to 991', 'tests/e2e/site/site.test.ts#news at 991 px: 2 to a page'],
  'news-above': ['constant', 'News: 3 cards above 991', 'tests/e2e/site/site.test.ts#news at 992 px: 3 to a page'],
  'news-resize': [
    'rule',
    'The news page resets to 1 on resize',
    'tests/model/site/site.test.ts#begins again at page 1 when the width changes',
  ],
  'toast-site-time': [
    'constant',
    'Site toasts last 5000 ms',
    'tests/e2e/site/site.test.ts#a toast of the site stands top right and goes after 5 seconds',
  ],
  'toast-site-max': [
    'constant',
    'Site toasts: at most 20',
    'tests/views/site/toasts.test.tsx#the public site shows at most 20 toasts at a time',
  ],
  'toast-site-place': [
    'constant',
    'Site toasts: top-right',
    'tests/e2e/site/site.test.ts#a toast of the site stands top right and goes after 5 seconds',
  ],
  'toast-workspace-place': [
    'constant',
    'The other toasts: top-center',
    'tests/views/site/toasts.test.tsx#the workspace shows toasts at the top centre for 2.5 seconds',
  ],
  'toast-workspace-time': [
    'constant',
    'The other toasts last 2500 ms',
    'tests/views/site/toasts.test.tsx#the workspace shows toasts at the top centre for 2.5 seconds',
  ],
  'toast-workspace-pause': [
    'rule',
    'The other toasts pause on hover and on focus loss',
    'tests/views/site/toasts.test.tsx#a toast of the workspace waits while the window is not looked at',
  ],
  'toast-workspace-plain': [
    'rule',
    'The other toasts have no progress bar and no drag',
    'tests/views/site/toasts.test.tsx#a toast has neither a progress bar nor a handle to drag it',
  ],
  'theme-default': [
    'constant',
    'The theme is light by default',
    'tests/e2e/site/site.test.ts#the chosen theme is kept; light is the default',
  ],
  'theme-colours': [
    'constant',
    'Theme colours: primary, secondary, accent, error, info, success, warning',
    'tests/views/site/ui.test.tsx#the theme names its colours: primary, secondary, accent, error, info, success and warning',
  ],
  icons: [
    'rule',
    'Icons are Material Design icons',
    'tests/views/site/ui.test.tsx#an icon is the Material Design one, hidden from those who listen',
  ],
  copyright: [
    'constant',
    'Copyright year: 2025',
    'tests/views/site/pages.test.tsx#has four columns, the year 2025 and the legal links',
  ],
  publications: [
    'constant',
    'Publications: 3 shown of 10',
    'tests/e2e/site/site.test.ts#publications: three of ten, all of them, and three again with the first expanded',
  ],
  'storage-limit': [
    'constant',
    'Storage limit per project: 2048 MB',
    'tests/api/projects/projects.test.ts#has its creator, the defaults and a trimmed name',
  ],
  'storage-warning': [
    'constant',
    'Storage bar: warning from 75 percent',
    'tests/views/site/ui.test.tsx#1536 MB of 2048 is 75 percent: warning',
  ],
  'storage-critical': [
    'constant',
    'Storage bar: critical from 90 percent',
    'tests/views/site/ui.test.tsx#1843.2 MB of 2048 is 90 percent: critical',
  ],
  'storage-cap': [
    'constant',
    'Storage bar: capped at 100 percent',
    'tests/views/site/ui.test.tsx#4096 MB of 2048 is 100 percent: critical',
  ],
  'name-length': [
    'constant',
    'Edit project name: under 255 characters',
    'tests/api/projects/projects.test.ts#of 254 characters is the longest',
  ],
  'price-mipi': [
    'constant',
    'MIPI-D: 2000 USD',
    'tests/model/wizard/request-rules.test.ts#MIPI-D 2000, PCIE-Gen5 3000, PowerAC 1000, PowerDC 1000',
  ],
  'price-pcie': [
    'constant',
    'PCIE-Gen5: 3000 USD',
    'tests/model/wizard/request-rules.test.ts#MIPI-D 2000, PCIE-Gen5 3000, PowerAC 1000, PowerDC 1000',
  ],
  'price-powerac': [
    'constant',
    'PowerAC: 1000 USD',
    'tests/model/wizard/request-rules.test.ts#MIPI-D 2000, PCIE-Gen5 3000, PowerAC 1000, PowerDC 1000',
  ],
  'price-powerdc': [
    'constant',
    'PowerDC: 1000 USD',
    'tests/model/wizard/request-rules.test.ts#MIPI-D 2000, PCIE-Gen5 3000, PowerAC 1000, PowerDC 1000',
  ],
  'total-sum': [
    'rule',
    'The total is the sum over all SI and PI rows',
    'tests/model/wizard/request-rules.test.ts#the total follows the table',
  ],
  'price-defaults': [
    'rule',
    'Client defaults are used when the price table is unavailable',
    'tests/model/wizard/simulation-request.test.ts#a price table that cannot be loaded leaves the default prices',
  ],
  'wizard-steps': [
    'constant',
    'Wizard: 4 steps',
    'tests/views/workspace/workspace.test.tsx#opens with the first layout chosen and the stackup note',
  ],
  'tool-token': [
    'constant',
    'Tool token lifetime: 24 hours',
    "tests/api/journey.test.ts#the tool token is the tool's alone, for a day, and its keys are public",
  ],
  'tool-threshold': [
    'constant',
    'Tool token refresh threshold: 30 s',
    'tests/e2e/tools/tools.test.ts#a kept token is renewed when less than 30 s of it remain',
  ],
  'session-threshold': [
    'constant',
    'The session token is refreshed before 30 s remain',
    'tests/e2e/protocol.test.ts#a token with less than 5 s left is refreshed for a call, one with less than 30 s for a tool',
  ],
  'activity-yesterday': [
    'text',
    "Last activity 'Yesterday'",
    'tests/views/ui/time.test.ts#what was done 1 days ago was done: Yesterday',
  ],
  'activity-days': [
    'text',
    "Last activity 'N days ago' (under 7)",
    'tests/views/ui/time.test.ts#what was done 6 days ago was done: 6 days ago',
  ],
  'activity-weeks': [
    'text',
    "Last activity 'N weeks ago' (under 30)",
    'tests/views/ui/time.test.ts#what was done 29 days ago was done: 4 weeks ago',
  ],
  'activity-date': [
    'rule',
    'Otherwise the last activity is a date',
    'tests/views/ui/time.test.ts#what was done 30 days ago was done: Apr 15, 2026',
  ],
  'activity-never': [
    'text',
    "Last activity 'Never' if absent",
    'tests/views/ui/time.test.ts#what never happened (null) is Never',
  ],
  'legal-trial': [
    'text',
    'Terms: free trial 30 days',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  'legal-cards': [
    'text',
    'Terms: Visa, Mastercard, American Express, Discover, PayPal',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  'legal-dollars': [
    'text',
    'Terms: all payments in US dollars',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  'legal-tax': [
    'text',
    'Terms: sales tax is added as required',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  'legal-refunds': [
    'text',
    'Terms: purchases are non-refundable',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  'legal-cancel': [
    'text',
    'Terms: cancellation is effective at the end of the paid term',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  'legal-age': ['text', 'Terms: minimum age 18', 'tests/views/site/pages.test.tsx#the terms hold every legal fact'],
  'legal-liability': [
    'text',
    'Terms: liability up to the lesser of 6 months paid and 1,000 USD',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  'legal-negotiation': [
    'text',
    'Terms: 30 days of informal negotiation before arbitration',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  'legal-claims': [
    'text',
    'Terms: claims within 1 year',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  'legal-arbitration': [
    'text',
    'Terms: arbitration under AAA rules in California',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  'legal-venue': [
    'text',
    'Terms: court venue Santa Clara, California',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  'legal-california': [
    'text',
    'Privacy: California opt-out handled within 15 days',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],
  'legal-virginia': [
    'text',
    'Privacy: Virginia response within 45 days, extendable by 45',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],
  'legal-virginia-appeal': [
    'text',
    'Privacy: Virginia appeal response within 60 days',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],
  'legal-kept': [
    'text',
    'Privacy: data is kept while the user has an account',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],
  'legal-no-track': [
    'text',
    'Privacy: do-not-track signals are not answered',
    'tests/views/site/pages.test.tsx#the privacy policy holds every legal fact',
  ],
})
