import { rowsOf } from './row'

/** Section 8: the error catalogue, row by row. */
export const errors = rowsOf('8', {
  'provider-start': [
    'error',
    "Browser alert: 'Failed to initializing Keycloak. Please check your internet connection.'",
    'tests/identity/start.test.ts#01 provider refuses connections at start: one alert, public pages usable, no loop',
  ],
  'refresh-fails': [
    'error',
    'A failed token refresh leads to login, without a message',
    'tests/model/session/session.test.ts#failed otherwise goes to login without clearing the token',
  ],
  'client-name': [
    'error',
    "Error name '[vue-keycloak]'",
    'tests/model/session/session.test.ts#a provider that cannot be reached is reported once, and the visitor is anonymous',
  ],
  'client-create': [
    'error',
    "'Failed to create the keycloak adapter'",
    'tests/views/session/user-manager.test.ts#a library that cannot be set up is an adapter that could not be created',
  ],
  'client-initialize': [
    'error',
    "'Failed to initialize the keycloak adapter'",
    'tests/model/session/session.test.ts#a failure without a message gets the message of the adapter',
  ],
  'client-unknown': [
    'error',
    "'Unknown'",
    'tests/model/session/session.test.ts#a login error %o is kept as %s, by reason %s',
  ],
  'contact-missing': [
    'error',
    "'Please fill in all fields and accept the terms'",
    'tests/e2e/site/site.test.ts#the contact form: what is missing, what failed, what arrived',
  ],
  'contact-success': [
    'text',
    "'Your message has been sent successfully!'",
    'tests/e2e/site/site.test.ts#the contact form: what is missing, what failed, what arrived',
  ],
  'contact-server': [
    'error',
    'Contact failure: the server message first',
    'tests/e2e/site/site.test.ts#a message beyond the limit shows the error message of the server',
  ],
  'contact-fallback': [
    'error',
    "Contact failure: else 'An error occurred. Please try again.'",
    'tests/e2e/site/site.test.ts#the contact form: what is missing, what failed, what arrived',
  ],
  'popup-blocked': [
    'error',
    "'Please allow popups for this site to open the tool.'",
    'tests/model/workspace.test.ts#says that popups must be allowed',
  ],
  'popup-blocked-logout': [
    'error',
    'The popup text also at log-out',
    'tests/e2e/tools/tools.test.ts#a log-out that may not reach the tool’s window says that popups must be allowed',
  ],
  'tool-failed': [
    'error',
    "'Failed to open S2SPice tool. Please try again later.'",
    'tests/model/workspace.test.ts#closes the window when the tool fails',
  ],
  'tool-unavailable': [
    'error',
    "'The tool {tool} is temporarily not available. Please try again later.'",
    'tests/model/workspace.test.ts#closes the window of a tool without an address',
  ],
  'files-failed': [
    'error',
    "'Failed to load project files. Please try again.'",
    'tests/model/files/files.test.ts#a list that cannot be loaded says so, and Retry asks again',
  ],
  'upload-failed': [
    'error',
    "'Failed to upload files: {server error or message}'",
    'tests/model/transfers/upload.test.ts#a failure names its reason, the others go on, and Retry sends it again',
  ],
  'download-invalid': [
    'error',
    "'Download failed: Invalid file'",
    'tests/e2e/files/files.test.ts#of what the list cannot name say Invalid file, and File ID is missing',
  ],
  'download-no-id': [
    'error',
    "'Download failed: File ID is missing'",
    'tests/e2e/files/files.test.ts#of what the list cannot name say Invalid file, and File ID is missing',
  ],
  'download-status': [
    'error',
    'Download failed: an HTTP status message',
    'tests/e2e/files/files.test.ts#one that fails says with which status, and Retry brings it',
  ],
  'type-failed': [
    'error',
    "'Failed to update file type'",
    'tests/model/files/files.test.ts#a type that cannot be saved says so and keeps the list',
  ],
  'preview-failed': [
    'error',
    "'Failed to load preview: {reason}' with 'Download file instead'",
    'tests/e2e/previews/previews.test.ts#a preview that fails names the reason, with the download beside it',
  ],
  'preview-not-available': [
    'error',
    "'Preview not available'",
    'tests/model/files/files.test.ts#shows the file, and leads to the others up to both ends',
  ],
  'preview-not-supported': [
    'error',
    "'Preview not supported'",
    'tests/e2e/previews/previews.test.ts#every kind is shown, one after the other by the arrow keys, and nothing in a file runs',
  ],
  'payment-no-redirect': [
    'error',
    "'Payment initialized, but no redirect URL returned.'",
    'tests/model/wizard/simulation-request.test.ts#without an address says so and stays at the summary',
  ],
  'payment-failed': [
    'error',
    "'Failed to start payment. See console for details.'",
    'tests/model/wizard/simulation-request.test.ts#a failure without a message gets the fall-back, and the draft stays',
  ],
  'payment-console': [
    'error',
    'The details of a failed payment start are in the console',
    'tests/views/workspace/workspace.test.tsx#the details of a payment that could not be started are in the console',
  ],
  'create-message': [
    'error',
    'Create project fails: the message first',
    'tests/e2e/projects/projects.test.ts#a refused project is edited or discarded, and not tried again by itself',
  ],
  'create-fallback': [
    'error',
    "Create project fails: else 'Failed to create project'",
    'tests/e2e/projects/projects.test.ts#a project that cannot be saved is kept, across a reload too, and saved when the API is back',
  ],
  'update-message': [
    'error',
    'Update project fails: the message first',
    'tests/e2e/projects/projects.test.ts#changes and deletions that get a 500 say so, keep everything, and can be repeated',
  ],
  'update-fallback': [
    'error',
    "Update project fails: else 'Failed to update project'",
    'tests/e2e/projects/projects.test.ts#changes and deletions that get no answer say so, keep everything, and can be repeated',
  ],
  'list-failed': [
    'error',
    'Project list load fails: an empty list',
    'tests/model/projects/projects.test.ts#a list that fails is empty, with a reason, and can be asked again',
  ],
  'user-failed': [
    'error',
    'User fetch fails: redirect to /login',
    'tests/model/session/session.test.ts#a person who cannot be read leads to login, and the second time to an error with Retry',
  ],
  'logout-no-window': [
    'error',
    'No tool window name at log-out: tool logout skipped, console warning',
    'tests/e2e/tools/tools.test.ts#a log-out without a tool skips the tool’s, with warnings',
  ],
  'logout-no-token': [
    'error',
    'No token or URL at log-out: tool logout skipped, console warning',
    'tests/e2e/tools/tools.test.ts#a log-out without a tool skips the tool’s, with warnings',
  ],
  'profile-failed': [
    'error',
    'A failed profile load is only logged',
    'tests/model/session/session.test.ts#a failure is only logged',
  ],
})
