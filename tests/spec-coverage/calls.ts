import { rowsOf } from './row'

/** Section 7: the calls, named as in the contracts, and the rules for all of them. */
export const calls = rowsOf('7', {
  'base-path': [
    'constant',
    'The product API is at /api',
    'tests/views/api/product.test.ts#goes to the bases of config.json: /api/v1, and /api for the request and the payment',
  ],
  timeout: [
    'constant',
    'A call times out after 50 s',
    'tests/views/api/product.test.ts#that carries JSON gives up after 50 s',
  ],
  bearer: [
    'rule',
    'The bearer token is added when present',
    'tests/views/api/product.test.ts#carries the bearer token when there is one',
  ],
  'success-range': [
    'rule',
    'Success means status 200-299',
    'tests/views/api/product.test.ts#answered with 299 has succeeded',
  ],
  contact: [
    'call',
    'sendContactMessage: POST /v1/contact with JSON name, email, message',
    'tests/model/site/site.test.ts#sends the words trimmed, once, and is empty after it arrived',
  ],
  'contact-form': [
    'call',
    'sendContactForm: POST /v1/contact/form, the form of a page without script',
    'tests/api/site/contact-form.test.ts#is kept as the JSON call keeps it, and answered with thanks',
  ],
  'contact-message': [
    'rule',
    'On error the field message of the answer is read',
    'tests/e2e/site/site.test.ts#a message beyond the limit shows the error message of the server',
  ],
  'list-projects': [
    'call',
    'listProjects: GET /v1/projects with query uid, uname',
    'tests/views/api/product.test.ts#goes to the bases of config.json: /api/v1, and /api for the request and the payment',
  ],
  'create-project': [
    'call',
    'createProject: POST /v1/projects, multipart name, notes, uid, created_by',
    'tests/api/projects/projects.test.ts#has its creator, the defaults and a trimmed name',
  ],
  'update-project': [
    'call',
    'updateProject: PUT /v1/projects/{id} with name, notes, type, isPrivate, lastActivity',
    'tests/api/projects/projects.test.ts#changes what is given and nothing else',
  ],
  'delete-project': [
    'call',
    'deleteProject: DELETE /v1/projects/{id}',
    'tests/api/policy.test.ts#deleteProject does what the policy says for everyone',
  ],
  'list-files': [
    'call',
    'listFiles: GET /v1/projects/{id}/files with query uid',
    'tests/api/policy.test.ts#listFiles does what the policy says for everyone',
  ],
  'files-shapes': [
    'rule',
    'The files come as a list, or as an object with files',
    'tests/views/api/product.test.ts#may come as an object with files',
  ],
  'files-size': [
    'call',
    'getFilesSize: GET /v1/projects/{id}/files/size answers a number of MB',
    'tests/api/transfers/uploads.test.ts#keeps every file with its size, hash, type and time',
  ],
  upload: [
    'call',
    'uploadFiles: POST /v1/projects/{id}/files, multipart with the upload fields',
    'tests/api/transfers/uploads.test.ts#keeps every file with its size, hash, type and time',
  ],
  'begin-upload': [
    'call',
    'beginUpload: POST /v1/projects/{id}/uploads',
    'tests/api/transfers/resumable-uploads.test.ts#keeps the file with its size, hash, type and time, as one in a piece does',
  ],
  'find-upload': [
    'call',
    'findUpload: HEAD /v1/projects/{id}/uploads/{uploadId}',
    'tests/api/transfers/resumable-uploads.test.ts#continues where a broken connection left it, and gets the same hash',
  ],
  'continue-upload': [
    'call',
    'continueUpload: PATCH /v1/projects/{id}/uploads/{uploadId}',
    'tests/api/transfers/resumable-uploads.test.ts#says how far it is, and refuses bytes from elsewhere or more than were announced',
  ],
  'cancel-upload': [
    'call',
    'cancelUpload: DELETE /v1/projects/{id}/uploads/{uploadId}',
    'tests/api/transfers/resumable-uploads.test.ts#is found by its sender alone',
  ],
  'delete-file': [
    'call',
    'deleteFile: DELETE /v1/files/{id}',
    'tests/api/transfers/uploads.test.ts#a file deletes its bytes and frees its space',
  ],
  download: [
    'call',
    'downloadFile: GET /v1/files/{id}/download answers the file',
    'tests/api/transfers/downloads.test.ts#from /v1/files/:id/download is an attachment that no browser runs',
  ],
  'file-address': [
    'call',
    'createDownloadUrl: POST /v1/files/{id}/address',
    'tests/api/transfers/downloads.test.ts#opens the one file without a bearer for a quarter of an hour, with ranges',
  ],
  'addressed-download': [
    'call',
    'downloadAddressedFile: GET /v1/files/{id}/content',
    'tests/api/transfers/downloads.test.ts#opens no other file, and none when it was changed or has ended',
  ],
  share: [
    'call',
    'shareFile: POST /v1/files/{id}/share',
    'tests/api/sharing/shares.test.ts#downloads this one file for anyone, with ranges',
  ],
  'revoke-share': [
    'call',
    'revokeShare: DELETE /v1/files/{id}/share/{shareId}',
    'tests/api/sharing/shares.test.ts#ends when it is revoked',
  ],
  'file-types': [
    'call',
    'listFileTypes: GET /v1/file-types',
    'tests/api/projects/projects.test.ts#is of one of six types, "other" offered last',
  ],
  'change-type': [
    'call',
    'changeFileType: PUT /v1/files/{id}/type with fileType',
    'tests/api/projects/projects.test.ts#has a type that can be changed, in any case',
  ],
  'export-zip': [
    'call',
    'exportInputsZip: GET /v1/projects/{id}/inputs/export answers a zip',
    'tests/api/transfers/downloads.test.ts#exist as a zip',
  ],
  'export-csv': [
    'call',
    'exportInputsCsv: GET /v1/projects/{id}/inputs/export/csv answers a csv',
    'tests/api/transfers/downloads.test.ts#exist as a csv whose cells no spreadsheet runs',
  ],
  members: [
    'call',
    'listMembers: GET /v1/projects/{id}/members with query uid',
    'tests/api/projects/projects.test.ts#has its creator, the defaults and a trimmed name',
  ],
  'remove-member': [
    'call',
    'removeMember: DELETE /v1/projects/{id}/members/{memberId}',
    'tests/api/projects/projects.test.ts#are made by their address, once they have signed in',
  ],
  'assign-role': [
    'call',
    'assignRole: POST /v1/users/assign-role',
    'tests/api/projects/projects.test.ts#are made by their address, once they have signed in',
  ],
  'server-info': [
    'call',
    'getServerInfo: GET /available_s2spice answers server_url and api_url',
    'tests/server/tools/s2spice.test.ts#tells its address only to the site',
  ],
  'request-projects': [
    'call',
    'listProjectsForRequest: GET /projects, for the simulation modal',
    'tests/api/projects/projects.test.ts#/projects has the newest project first, whatever happens in others',
  ],
  'request-files': [
    'call',
    'listFilesForRequest: GET /projects/{id}/files, for the simulation modal',
    'tests/api/projects/projects.test.ts#has a type that can be changed, in any case',
  ],
  checkout: [
    'call',
    'startCheckout: POST /payments/checkout answers url',
    'tests/api/requests/checkout.test.ts#keeps the request with its files as they are now, and leads to the payment page',
  ],
  'checkout-redirect': [
    'rule',
    'After checkout the user is redirected to the payment page',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'project-file': [
    'call',
    'downloadProjectFile: GET /files/{id}/download, for the file manager',
    'tests/api/transfers/downloads.test.ts#from /files/:id/download is an attachment that no browser runs',
  ],
  'tool-logout': [
    'call',
    'logOutOfTool: GET /jwt/user/logout with code = the token',
    'tests/e2e/tools/tools.test.ts#S2SPice opens signed in, without its token in the address, and ends with the log-out',
  ],
  'tool-logout-storage': [
    'rule',
    'Tool server URL and token come from sessionStorage',
    'tests/e2e/tools/tools.test.ts#S2SPice opens signed in, without its token in the address, and ends with the log-out',
  ],
  'tool-logout-logged': [
    'rule',
    'The answer of the tool logout is only logged',
    'tests/e2e/tools/tools.test.ts#S2SPice opens signed in, without its token in the address, and ends with the log-out',
  ],

  'provider-config': [
    'rule',
    'Server URL, realm and client id come from the runtime configuration',
    'tests/e2e/protocol.test.ts#sign-in: standard flow with PKCE, state and nonce, at the provider that the configuration names',
  ],
  'provider-pkce': [
    'rule',
    'Authorization code redirect with PKCE S256, state and nonce',
    'tests/e2e/protocol.test.ts#sign-in: standard flow with PKCE, state and nonce, at the provider that the configuration names',
  ],
  'provider-code': [
    'rule',
    'POST to the token endpoint, form-encoded, grant authorization_code',
    'tests/e2e/protocol.test.ts#sign-in: standard flow with PKCE, state and nonce, at the provider that the configuration names',
  ],
  'provider-refresh': [
    'rule',
    'POST to the token endpoint, form-encoded, grant refresh_token',
    'tests/e2e/protocol.test.ts#a token with less than 5 s left is refreshed for a call, one with less than 30 s for a tool',
  ],
  'provider-code-fields': [
    'rule',
    'The code exchange sends client_id, redirect_uri and code_verifier',
    'tests/e2e/protocol.test.ts#sign-in: standard flow with PKCE, state and nonce, at the provider that the configuration names',
  ],
  'provider-tokens': [
    'rule',
    'access_token, refresh_token and id_token are read',
    'tests/e2e/protocol.test.ts#sign-in: standard flow with PKCE, state and nonce, at the provider that the configuration names',
  ],
  'provider-userinfo': [
    'rule',
    'GET to the user-info endpoint with a bearer token',
    'tests/views/session/person.test.ts#comes from the user-info endpoint where the account cannot be had',
  ],
  'provider-account': [
    'rule',
    'GET to the account endpoint with a bearer token',
    'tests/views/session/person.test.ts#comes from the account endpoint with the bearer token, and is kept as userProfile',
  ],
  'provider-logout': [
    'rule',
    'Logout with id_token_hint, client_id, post_logout_redirect_uri',
    'tests/e2e/protocol.test.ts#sign-in: standard flow with PKCE, state and nonce, at the provider that the configuration names',
  ],
  'provider-logout-origin': [
    'rule',
    'The logout returns to the site origin',
    'tests/e2e/protocol.test.ts#sign-in: standard flow with PKCE, state and nonce, at the provider that the configuration names',
  ],
  'provider-account-page': [
    'route',
    'The account page is at {auth-host}/realms/{realm}/account',
    'tests/e2e/protocol.test.ts#sign-in: standard flow with PKCE, state and nonce, at the provider that the configuration names',
  ],
  'provider-silent': [
    'rule',
    'Silent single sign-on check',
    'tests/e2e/protocol.test.ts#sign-in: standard flow with PKCE, state and nonce, at the provider that the configuration names',
  ],
})
