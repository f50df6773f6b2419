import type { Rows } from './row'

/** Section 3: the fields of the stored entities. */
export const entities = {
  'session-flags': ['rule', 'Session: authenticated, failed, error and pending'],
  'session-token': ['rule', 'Session: access token and decoded token'],
  'session-username': ['rule', 'Session: username from the preferred_username claim'],
  'session-user-id': ['rule', 'Session: user id from the sub claim'],
  'session-realm-roles': ['rule', 'Session: realm roles from realm_access.roles'],
  'session-resource-roles': ['rule', 'Session: roles per client from resource_access'],

  'profile-fields': [
    'rule',
    'Profile: id, fullname, firstName, lastName, username, preferred_username, name, email, role',
  ],
  'fullname-names': ['rule', 'fullname is first plus last name'],
  'fullname-username': ['rule', 'Without names fullname is the username'],
  'fullname-preferred': ['rule', 'Without username it is preferred_username'],
  'fullname-name': ['rule', 'Without that it is name'],
  'fullname-unknown': ['text', 'Otherwise ‘Unknown User’'],
  'profile-kept': ['storage-key', 'sessionStorage ‘userProfile’ holds the profile after load'],

  'project-fields': [
    'rule',
    'Project: id, name, notes, type, isPrivate, created_by_name, created, lastActivity, files, storageLimitBytes, selected',
  ],
  'project-type': ['constant', 'A project is of type ‘simulation’ by default'],
  'member-fields': ['rule', 'Member: id, name, email, role'],
  'member-role': ['constant', 'A member is ‘project_manager’ by default'],
  'file-fields': ['rule', 'File: id, name, size, folderId, fileType, modified_at / uploaded_at, metadata.file_type'],
  'file-type-fields': ['rule', 'File type: id, name'],
  'upload-fields': ['rule', 'Upload: files, uid, uname, uemail, ftype, last_modified_times'],
  'upload-seconds': ['rule', 'last_modified_times are in seconds'],
  'request-fields': [
    'rule',
    'Simulation request: project_id, layout_file_id, stackup_file_id, material_file_id, total',
  ],
  'request-nullable': ['rule', 'stackup_file_id and material_file_id may be null'],
  'si-fields': ['rule', 'SI row: interface, speed, signal_nets, ground_nets, clock_signal, unit_price'],
  'pi-fields': ['rule', 'PI row: type, power_net, ground_net, target_impedance, unit_price'],
  'publication-fields': ['rule', 'Publication: id, title, url, authors, conference, expanded, alway_show'],
  'news-fields': ['rule', 'News item: id (number), image, date (text), title, content (HTML)'],
  'news-4': ['text', 'News 4: ‘Global SIPI University 2025’, ‘19-21 August 2025’'],
  'news-3': ['text', 'News 3: ‘CadenceLIVE Silicon Valley 2025’, ‘07 May 2025’'],
  'news-2': ['text', 'News 2: ‘IBIS Summit at DesignCon 2025’, ‘31 Jan 2025’'],
  'news-1': ['text', 'News 1: ‘DesignCon 2025’, ‘28-30 Jan 2025’'],
  'news-order': ['rule', 'Four news items, newest first'],
  'contact-fields': ['rule', 'Contact message: name, email, message'],
  'server-info-fields': ['rule', 'S2SPice server info: server_url, api_url'],
  'tool-token-claims': ['rule', 'Tool token claims: id, email, username, firstName, lastName, roles'],
  'key-jwt-token': ['storage-key', 'sessionStorage ‘jwtToken’'],
  'key-s2spice-api': ['storage-key', 'sessionStorage ‘s2spiceApiUrl’'],
  'key-s2spice-window': ['storage-key', 'sessionStorage ‘openedS2SPiceWindowName’'],
  'legal-collected': [
    'text',
    'Declared as collected: identifiers and contact details, and customer records (name, contact, education, employment, financial)',
  ],
  'legal-not-collected': ['text', 'Every other category is declared not collected'],
} satisfies Rows
