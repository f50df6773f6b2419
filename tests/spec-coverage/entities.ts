import { rowsOf } from './row'

/** Section 3: the fields of the stored entities. */
export const entities = rowsOf('3', {
  'session-flags': [
    'rule',
    'Session: authenticated, failed, error and pending',
    'tests/model/session/session.test.ts#is pending, and then the person is authenticated or it has failed with its error',
  ],
  'session-token': [
    'rule',
    'Session: access token and decoded token',
    'tests/views/session/person.test.ts#contains the claims of its access token',
  ],
  'session-username': [
    'rule',
    'Session: username from the preferred_username claim',
    'tests/views/session/person.test.ts#contains the claims of its access token',
  ],
  'session-user-id': [
    'rule',
    'Session: user id from the sub claim',
    'tests/views/session/person.test.ts#contains the claims of its access token',
  ],
  'session-realm-roles': [
    'rule',
    'Session: realm roles from realm_access.roles',
    'tests/views/session/person.test.ts#contains the claims of its access token',
  ],
  'session-resource-roles': [
    'rule',
    'Session: roles per client from resource_access',
    'tests/views/session/person.test.ts#contains the claims of its access token',
  ],

  'profile-fields': [
    'rule',
    'Profile: id, fullname, firstName, lastName, username, preferred_username, name, email, role',
    'tests/views/session/person.test.ts#comes from the account endpoint with the bearer token, and is kept as userProfile',
  ],
  'fullname-names': [
    'rule',
    'fullname is first plus last name',
    "tests/model/session/session.test.ts#{ firstName: 'Uma', lastName: 'Sarin', username: 'user' } is called Uma Sarin, in short US",
  ],
  'fullname-username': [
    'rule',
    'Without names fullname is the username',
    "tests/model/session/session.test.ts#{ username: 'user', preferred_username: 'other' } is called user, in short ??",
  ],
  'fullname-preferred': [
    'rule',
    'Without username it is preferred_username',
    "tests/model/session/session.test.ts#{ preferred_username: 'preferred', name: 'A Name' } is called preferred, in short ??",
  ],
  'fullname-name': [
    'rule',
    'Without that it is name',
    "tests/model/session/session.test.ts#{ name: 'A Name' } is called A Name, in short ??",
  ],
  'fullname-unknown': [
    'text',
    "Otherwise 'Unknown User'",
    'tests/model/session/session.test.ts#{} is called Unknown User, in short ??',
  ],
  'profile-kept': [
    'storage-key',
    'sessionStorage userProfile holds the profile after load',
    'tests/views/session/person.test.ts#comes from the account endpoint with the bearer token, and is kept as userProfile',
  ],

  'project-fields': [
    'rule',
    'Project: id, name, notes, type, isPrivate, created_by_name, created, lastActivity, files, storageLimitBytes, selected',
    'tests/api/projects/projects.test.ts#has every field of a project; its files have a call of their own, and selected is the workspace’s',
  ],
  'project-type': [
    'constant',
    'A project is of type simulation by default',
    'tests/api/projects/projects.test.ts#has its creator, the defaults and a trimmed name',
  ],
  'member-fields': [
    'rule',
    'Member: id, name, email, role',
    'tests/api/projects/projects.test.ts#are made by their address, once they have signed in',
  ],
  'member-role': [
    'constant',
    'A member is project_manager by default',
    'tests/api/projects/projects.test.ts#are made by their address, once they have signed in',
  ],
  'file-fields': [
    'rule',
    'File: id, name, size, folderId, fileType, modified_at / uploaded_at, metadata.file_type',
    'tests/api/transfers/uploads.test.ts#keeps every file with its size, hash, type and time',
  ],
  'file-type-fields': [
    'rule',
    'File type: id, name',
    'tests/api/projects/projects.test.ts#is of one of six types, "other" offered last',
  ],
  'upload-fields': [
    'rule',
    'Upload: files, uid, uname, uemail, ftype, last_modified_times',
    'tests/views/api/product.test.ts#an upload: the file, who sends it, and its time in seconds',
  ],
  'upload-seconds': [
    'rule',
    'last_modified_times are in seconds',
    'tests/api/transfers/uploads.test.ts#keeps every file with its size, hash, type and time',
  ],
  'request-fields': [
    'rule',
    'Simulation request: project_id, layout_file_id, stackup_file_id, material_file_id, total',
    'tests/api/requests/checkout.test.ts#keeps the request with its files as they are now, and leads to the payment page',
  ],
  'request-nullable': [
    'rule',
    'stackup_file_id and material_file_id may be null',
    'tests/api/journey.test.ts#from the sign-in to a paid request',
  ],
  'si-fields': [
    'rule',
    'SI row: interface, speed, signal_nets, ground_nets, clock_signal, unit_price',
    'tests/api/requests/checkout.test.ts#keeps the request with its files as they are now, and leads to the payment page',
  ],
  'pi-fields': [
    'rule',
    'PI row: type, power_net, ground_net, target_impedance, unit_price',
    'tests/api/requests/checkout.test.ts#keeps the request with its files as they are now, and leads to the payment page',
  ],
  'publication-fields': [
    'rule',
    'Publication: id, title, url, authors, conference, expanded, alway_show',
    'tests/e2e/site/site.test.ts#publications: three of ten, all of them, and three again with the first expanded',
  ],
  'news-fields': [
    'rule',
    'News item: id (number), image, date (text), title, content (HTML)',
    'tests/views/site/pages.test.tsx#shows the news, newest first, with their dates letter for letter and their content clean',
  ],
  'news-4': [
    'text',
    'News 4: Global SIPI University 2025, 19-21 August 2025',
    'tests/views/site/pages.test.tsx#shows the news, newest first, with their dates letter for letter and their content clean',
  ],
  'news-3': [
    'text',
    'News 3: CadenceLIVE Silicon Valley 2025, 07 May 2025',
    'tests/views/site/pages.test.tsx#shows the news, newest first, with their dates letter for letter and their content clean',
  ],
  'news-2': [
    'text',
    'News 2: IBIS Summit at DesignCon 2025, 31 Jan 2025',
    'tests/views/site/pages.test.tsx#shows the news, newest first, with their dates letter for letter and their content clean',
  ],
  'news-1': [
    'text',
    'News 1: DesignCon 2025, 28-30 Jan 2025',
    'tests/views/site/pages.test.tsx#shows the news, newest first, with their dates letter for letter and their content clean',
  ],
  'news-order': [
    'rule',
    'Four news items, newest first',
    'tests/views/site/pages.test.tsx#shows the news, newest first, with their dates letter for letter and their content clean',
  ],
  'contact-fields': [
    'rule',
    'Contact message: name, email, message',
    'tests/model/site/site.test.ts#sends the words trimmed, once, and is empty after it arrived',
  ],
  'server-info-fields': [
    'rule',
    'S2SPice server info: server_url, api_url',
    'tests/server/tools/s2spice.test.ts#tells its address only to the site',
  ],
  'tool-token-claims': [
    'rule',
    'Tool token claims: id, email, username, firstName, lastName, roles',
    "tests/api/journey.test.ts#the tool token is the tool's alone, for a day, and its keys are public",
  ],
  'key-jwt-token': [
    'storage-key',
    'sessionStorage jwtToken',
    'tests/e2e/tools/tools.test.ts#S2SPice opens signed in, without its token in the address, and ends with the log-out',
  ],
  'key-s2spice-api': [
    'storage-key',
    'sessionStorage s2spiceApiUrl',
    'tests/e2e/tools/tools.test.ts#S2SPice opens signed in, without its token in the address, and ends with the log-out',
  ],
  'key-s2spice-window': [
    'storage-key',
    'sessionStorage openedS2SPiceWindowName',
    'tests/e2e/tools/tools.test.ts#S2SPice opens signed in, without its token in the address, and ends with the log-out',
  ],
  'legal-collected': [
    'text',
    'Declared as collected: identifiers and contact details, and customer records (name, contact, education, employment, financial)',
    'tests/views/site/pages.test.tsx#the privacy policy: its named sections, links to the contact section, and two collected categories alone',
  ],
  'legal-not-collected': [
    'text',
    'Every other category is declared not collected',
    'tests/views/site/pages.test.tsx#the privacy policy: its named sections, links to the contact section, and two collected categories alone',
  ],
})
