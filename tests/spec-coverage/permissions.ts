import { rowsOf } from './row'

/** Sections 5 and 6: which input is accepted, and from whom. */
export const validation = rowsOf('5', {
  'plugin-config': [
    'error',
    "'The VueKeycloakPluginConfig is required' without a plugin configuration",
    'tests/e2e/configuration.test.ts#with no auth section the public pages stay usable, and a login says: The VueKeycloakPluginConfig is required',
  ],
  'keycloak-config': [
    'error',
    "'The KeycloakConfig is required' without a provider configuration",
    'tests/e2e/configuration.test.ts#with auth without a provider the public pages stay usable, and a login says: The KeycloakConfig is required',
  ],
  'roles-authenticated': [
    'rule',
    'A role check needs an authenticated user',
    'tests/model/session/session.test.ts#role checks ask for every listed role',
  ],
  'roles-all-realm': [
    'rule',
    'A role check needs every listed realm role',
    'tests/model/session/session.test.ts#role checks ask for every listed role',
  ],
  'roles-all-client': [
    'rule',
    'Or every listed role of a named client',
    'tests/model/session/session.test.ts#role checks ask for every listed role',
  ],
  'contact-name': [
    'rule',
    'Contact: name is required',
    'tests/model/site/site.test.ts#without %s it says so and makes no request',
  ],
  'contact-email': [
    'rule',
    'Contact: email is required',
    'tests/model/site/site.test.ts#without %s it says so and makes no request',
  ],
  'contact-message': [
    'rule',
    'Contact: message is required',
    'tests/model/site/site.test.ts#without %s it says so and makes no request',
  ],
  'contact-terms': [
    'rule',
    'Contact: the terms checkbox must be ticked',
    'tests/model/site/site.test.ts#without %s it says so and makes no request',
  ],
  'contact-no-request': [
    'rule',
    'An incomplete contact form makes no request',
    'tests/e2e/site/site.test.ts#the contact form: what is missing, what failed, what arrived',
  ],
  'contact-email-type': [
    'rule',
    'The email input is of email type',
    'tests/views/site/pages.test.tsx#the email field is of type email',
  ],
  'create-name': [
    'rule',
    'Create project: name required, trimmed, non-empty',
    'tests/model/projects/projects.test.ts#is not sent without a name, nor with one that is too long',
  ],
  'create-notes': [
    'rule',
    'Create project: notes optional, null if empty',
    'tests/model/projects/projects.test.ts#sends the name trimmed and empty notes as null, and gives the project',
  ],
  'edit-name': ['rule', 'Edit project: name required', 'tests/api/projects/projects.test.ts#refuses {"name":"  "}'],
  'edit-length': [
    'constant',
    'Edit project: name under 255 characters',
    'tests/api/projects/projects.test.ts#of 254 characters is the longest',
  ],
  'edit-length-text': [
    'text',
    "'Project name must be less than 255 characters (currently N)'",
    'tests/e2e/projects/projects.test.ts#a project is created, changed and deleted, each step in its words',
  ],
  'edit-duplicate': [
    'rule',
    'A duplicate name among other projects is rejected, whatever its case',
    'tests/api/projects/projects.test.ts#that another project has is rejected, in any case',
  ],
  'edit-duplicate-inline': [
    'text',
    "'This project name is already in use'",
    'tests/e2e/projects/projects.test.ts#the name of another project is rejected in any case, by the page and by the API',
  ],
  'edit-duplicate-save': [
    'text',
    "On save: 'The project name is already in use, please use something else.'",
    'tests/e2e/projects/projects.test.ts#the name of another project is rejected in any case, by the page and by the API',
  ],
  'edit-changed': [
    'rule',
    'Save is enabled only when something changed',
    'tests/model/projects/projects.test.ts#can be saved only when something changed',
  ],
  'request-project': [
    'rule',
    'Simulation: the project is required',
    'tests/model/wizard/simulation-request-paths.test.ts#nobody leaves the first step without project and layout',
  ],
  'request-layout': [
    'rule',
    'Simulation: the layout file is required',
    'tests/model/wizard/simulation-request-paths.test.ts#nobody leaves the first step without project and layout',
  ],
  'request-optional': [
    'rule',
    'Simulation: stackup and material are optional',
    'tests/model/wizard/simulation-request.test.ts#leads to the payment page',
  ],
  'request-types': [
    'rule',
    'Files are listed by type, case-insensitively',
    'tests/model/wizard/request-rules.test.ts#files are listed by type without regard to case, never from Reports',
  ],
  'upload-one': [
    'rule',
    'Upload: at least one file must be selected',
    'tests/model/transfers/upload.test.ts#an empty choice asks for a file',
  ],
  'popups-allowed': [
    'rule',
    'Tool windows need a browser that allows popups',
    'tests/e2e/tools/tools.test.ts#a browser that blocks popups is named as the reason',
  ],
  'legal-age': [
    'text',
    'Terms: users must be 18 or older',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  'legal-accurate': [
    'text',
    'Terms: registration information must be true, accurate and current',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
  'legal-bots': [
    'text',
    'Terms: automated or bot access is forbidden',
    'tests/views/site/pages.test.tsx#the terms hold every legal fact',
  ],
})

export const roles = rowsOf('6', {
  anonymous: [
    'rule',
    'Anonymous visitors see Login',
    'tests/views/site/header.test.tsx#finds the menu, Contact us, and a Login that opens the work site in a new tab',
  ],
  authenticated: [
    'rule',
    'Signed in: Workspace link, profile menu, edit profile and log-out',
    'tests/views/site/header.test.tsx#opens the card: name, e-mail, the account page in a new tab, Log out',
  ],
  'project-manager': [
    'rule',
    'Role project_manager sees delete project',
    'tests/e2e/projects/projects.test.ts#manager sees delete, and sees edit, create and request',
  ],
  'organization-admin': [
    'rule',
    'Role organization_admin sees delete project',
    'tests/e2e/projects/projects.test.ts#orgadmin sees delete, and sees edit, create and request',
  ],
  sysadmin: [
    'rule',
    'Role sysadmin sees delete project',
    'tests/e2e/projects/projects.test.ts#sysadmin sees delete, and sees edit, create and request',
  ],
  user: [
    'rule',
    'Role user alone does not see delete project',
    'tests/e2e/projects/projects.test.ts#user does not see delete, and sees edit, create and request',
  ],
  'realm-and-client': [
    'rule',
    'Roles come from the token as realm roles and roles per client',
    'tests/views/session/person.test.ts#contains the claims of its access token',
  ],
  'has-realm-roles': [
    'rule',
    "The check 'has all of these realm roles'",
    'tests/model/session/session.test.ts#role checks ask for every listed role',
  ],
  'has-resource-roles': [
    'rule',
    "The check 'has all of these roles for client X'",
    'tests/model/session/session.test.ts#role checks ask for every listed role',
  ],
  'everyone-edit': [
    'rule',
    'Edit is shown to everyone',
    'tests/e2e/projects/projects.test.ts#user does not see delete, and sees edit, create and request',
  ],
  'everyone-create': [
    'rule',
    'Create project is shown to everyone',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'everyone-request': [
    'rule',
    'Request Simulation is shown to everyone',
    'tests/e2e/wizard/board-to-paid-request.test.ts#from a board file to a paid request, and all of it is there after a restart',
  ],
  'members-calls': [
    'rule',
    'Members can be listed and removed, a role assigned, by calls',
    'tests/api/projects/projects.test.ts#are made by their address, once they have signed in',
  ],
  'share-calls': [
    'rule',
    'A file can be shared and its share revoked, by calls',
    'tests/api/sharing/shares.test.ts#ends when it is revoked',
  ],
})
