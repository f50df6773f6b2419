/**
 * The import rules, as in the table in docs/architecture.md. A module can always import itself; any other import that
 * its row does not list is an error. tests/architecture/imports.test.ts tests each rule with a violation.
 */

const anyModule = '^(?:openapi|machines|src|server|scripts|tests)/'
const generated = '^openapi/generated/'
const foldersOf = (...paths) => paths.map((path) => `^${path}/`)

const moduleRule = (name, { from, fromNot = [], may, comment }) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: fromNot },
  to: { path: anyModule, pathNot: may },
})

const modules = [
  moduleRule('openapi', { from: generated, may: [generated], comment: 'Generated types import nothing.' }),
  moduleRule('machines', {
    from: '^machines/([^/]+)/',
    may: [generated, '^machines/lib/', '^machines/$1/', '^machines/[^/]+/(?!.*\\.machine\\.ts$)'],
    comment: 'A domain imports the contract, machines/lib, and the rules of other domains, but not their machines.',
  }),
  moduleRule('machines-lib', {
    from: '^machines/lib/',
    may: [generated, '^machines/lib/'],
    comment: 'Code shared by all machines does not depend on a domain.',
  }),
  moduleRule('catalogue', { from: '^machines/[^/]+$', may: ['^machines/'], comment: 'The catalogue lists machines.' }),
  moduleRule('api', {
    from: '^src/api/',
    may: [generated, '^src/api/'],
    comment: 'API clients import the contract only.',
  }),
  moduleRule('app', {
    from: '^src/(?:app/|[^/]+$)',
    may: ['^src/'],
    comment: 'The entry points and src/app compose the other modules of src.',
  }),
  moduleRule('session', {
    from: '^src/session/',
    may: ['^src/session/', '^machines/session/', '^src/api/', '^src/app/config(?:\\.|/)'],
    comment: 'The session imports its machines, the API clients and the configuration.',
  }),
  moduleRule('tools', {
    from: '^src/tools/',
    may: foldersOf('src/tools', 'machines/tools', 'src/api', 'src/ui'),
    comment: 'Tools import their machine, the API clients and shared components.',
  }),
  moduleRule('formats', {
    from: '^src/formats/',
    may: [
      '^src/formats/',
      '^machines/files/(?:archive-(?:entries|headers)|(?:model|net-list)-signatures)\\.ts$',
      '^machines/lib/(?:complex-text|decoded-text|listed)\\.ts$',
    ],
    comment:
      'Readers of files are pure. They share the rules for first lines, first entries, archives and encodings with the server.',
  }),
  moduleRule('analysis', {
    from: '^src/analysis/',
    may: ['^src/analysis/', '^src/formats/', '^machines/lib/complex-text\\.ts$'],
    comment: 'Calculations are pure. They work on the networks and boards that readers return.',
  }),
  moduleRule('ui', {
    from: '^src/ui/',
    may: ['^src/ui/', '^machines/lib/'],
    comment: 'Shared components do not depend on a domain.',
  }),
  moduleRule('content', { from: '^src/content/', may: ['^src/content/'], comment: 'Words and data import nothing.' }),
  moduleRule('site', {
    from: '^src/site/',
    may: foldersOf('src/site', 'machines', 'src/session', 'src/ui', 'src/content', 'src/tools', 'src/api'),
    comment: 'The site never imports the workspace or the readers of files.',
  }),
  moduleRule('workspace', {
    from: '^src/workspace/',
    may: foldersOf(
      ...['src/workspace', 'machines', 'src/session', 'src/ui', 'src/content', 'src/tools', 'src/api'],
      ...['src/formats', 'src/analysis'],
    ),
    comment: 'The workspace never imports the site.',
  }),
  moduleRule('workspace-lib', {
    from: '^src/workspace/lib/',
    may: ['^src/workspace/lib/', '^src/api/'],
    comment: 'Code shared by all workspace domains does not depend on any of them.',
  }),
  moduleRule('staff', {
    from: '^src/staff/',
    may: foldersOf(...['src/staff', 'src/workspace', 'machines', 'src/session', 'src/ui', 'src/content', 'src/api']),
    comment: 'The pages of the staff show parts of the workspace, which does not depend on them.',
  }),
  moduleRule('routes', {
    from: '^src/routes/',
    may: foldersOf(
      ...[
        'src/routes',
        'src/app',
        'src/site',
        'src/workspace',
        'src/staff',
        'src/session',
        'src/ui',
        'src/content',
        'machines',
      ],
    ),
    comment: 'Routes select views. They use no API client, tool or reader.',
  }),
  moduleRule('inspector', {
    from: '^src/inspector/',
    may: [...foldersOf('src/inspector', 'machines', 'src/ui'), '^src/workspace/transfers/save-file\\.ts$'],
    comment: 'The visualizer draws machines, and saves files like the workspace.',
  }),
  moduleRule('inspector-adapter', {
    from: '^src/inspector/adapter/',
    may: foldersOf('src/inspector/adapter'),
    comment: 'The adapter works for any XState app, so it imports nothing of this product.',
  }),
  moduleRule('server', {
    from: '^server/',
    may: ['^server/', generated, '^openapi/[^/]+\\.yaml$', '^machines/[^/]+/(?!.*\\.machine\\.ts$)'],
    comment: 'The server imports the contract and the pure rules of machines, and nothing of the browser app.',
  }),
  moduleRule('server-http', {
    from: '^server/http/',
    may: [
      generated,
      '^openapi/[^/]+\\.yaml$',
      ...foldersOf('server/http', 'server/database', 'server/storage'),
      '^server/config\\.ts$',
      '^machines/[^/]+/(?!.*\\.machine\\.ts$)',
    ],
    comment: 'All domains use server/http, which does not depend on any of them.',
  }),
  moduleRule('server-foundations', {
    from: '^server/(?:database|storage)/',
    may: [generated, ...foldersOf('server/database', 'server/storage'), '^machines/[^/]+/(?!.*\\.machine\\.ts$)'],
    comment: 'Database and storage depend neither on HTTP nor on a domain.',
  }),
  moduleRule('server-composition', {
    from: '^server/[^/]+/',
    may: ['^(?!server/[^/]+$)', '^server/config\\.ts$'],
    comment: 'The root of the server composes the domains. They import its configuration only.',
  }),
]

const details = [
  {
    name: 'machines-without-packages',
    severity: 'error',
    comment: 'A machine imports xstate and other files of machines only.',
    from: { path: '^machines/' },
    to: { path: 'node_modules/', pathNot: 'node_modules/xstate/' },
  },
  {
    name: 'api-through-machines',
    severity: 'error',
    comment: 'Views of site and workspace get data from machines; only machines.ts calls the API.',
    from: { path: '^src/(?:site|staff|workspace)/', pathNot: ['[/-]machines\\.ts$'] },
    to: { path: '^src/api/' },
  },
  {
    name: 'formats-in-workers',
    severity: 'error',
    comment:
      'Reading a file can take seconds: the workspace runs the readers in workers and imports only their types, and what works on names or on the first bytes.',
    from: { path: '^src/workspace/', pathNot: ['[.-]worker\\.ts$'] },
    to: {
      path: '^src/formats/',
      pathNot: ['[.-]worker\\.ts', '^src/formats/(?:file-kind|nets/(?:net-groups|net-search|packed-nets))\\.ts$'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'analysis-in-workers',
    severity: 'error',
    comment: 'Calculations take too long for the page: the workspace imports only their types.',
    from: { path: '^src/workspace/' },
    to: { path: '^src/analysis/', pathNot: ['\\.worker\\.ts'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'inspector-in-main',
    severity: 'error',
    comment: 'Only main.ts loads the visualizer, before any actor starts.',
    from: { path: '^src/(?!inspector/|main\\.ts$)' },
    to: { path: '^src/inspector/' },
  },
  {
    name: 'inspector-on-demand',
    severity: 'error',
    comment: 'A page that does not enable the visualizer does not load it.',
    from: { path: '^src/main\\.ts$' },
    to: { path: '^src/inspector/', dynamic: false },
  },
  {
    name: 'unknown-module',
    severity: 'error',
    comment: 'A new folder in src needs a row here and in docs/architecture.md.',
    from: {
      path: '^src/[^/]+/',
      pathNot: ['^src/(?:analysis|api|app|content|formats|inspector|routes|session|site|staff|tools|ui|workspace)/'],
    },
    to: {},
  },
  {
    name: 'unknown-domain',
    severity: 'error',
    comment: 'A new domain needs a row in docs/architecture.md.',
    from: {
      path: '^(?:machines|src/workspace)/[^/]+/',
      pathNot: [
        '^machines/(?:activity|comments|files|lib|live|notices|people|previews|pricing|projects|requests|search|session|sharing|site|staff|tools|transfers|undo|wizard)/',
        '^src/workspace/(?:activity|comments|files|lib|live|notices|people|previews|pricing|projects|readers|requests|search|sharing|tools|transfers|undo|wizard)/',
      ],
    },
    to: {},
  },
]

/** Domains that depend on each other should be one domain, or need a third domain for the shared code. */
const folderCycles = {
  name: 'no-folder-cycles',
  severity: 'error',
  comment: 'Domains must not import each other, directly or through others.',
  scope: 'folder',
  from: { path: '^(?:machines|src/workspace|src/formats)/[^/]+$' },
  to: { circular: true },
}
const nameless = '(?:^|/)(?:utils?|helpers?|misc|common)(?:/|\\.[^/]*$)'
const indexFile = '(?:^|/)index\\.[cm]?[jt]sx?$'
const ours = '^(?:machines|src|server|scripts|tests)/'

/** Creates a rule about file names, which has to check both sides of an import. */
const named = (name, pattern, comment) => [
  { name, severity: 'error', comment, from: { path: ours }, to: { path: pattern, pathNot: ['node_modules'] } },
  { name, severity: 'error', comment, from: { path: pattern, pathNot: ['node_modules'] }, to: {} },
]

const hygiene = [
  {
    name: 'no-cycles',
    severity: 'error',
    comment: 'Modules that depend on each other are one module, or need a third one.',
    from: { path: ours },
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    severity: 'error',
    comment: 'A module that nothing imports and that imports nothing is unused.',
    from: {
      orphan: true,
      path: '^(?:machines|src|server)/',
      pathNot: ['\\.d\\.ts$', '^server/http/page-script\\.js$'],
    },
    to: {},
  },
  {
    name: 'no-unresolved',
    severity: 'error',
    comment: 'The imported file does not exist.',
    from: { path: ours },
    to: { couldNotResolve: true },
  },
  {
    name: 'no-dev-dependencies',
    severity: 'error',
    comment: 'The product uses only its dependencies, not packages for building or testing.',
    from: { path: '^(?:machines|src|server)/', pathNot: ['\\.config\\.ts$', '^src/prerender\\.tsx?$'] },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
  },
  {
    name: 'no-unlisted-dependencies',
    severity: 'error',
    comment: 'A package that is not in package.json disappears with the package that depends on it.',
    from: { path: ours },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'no-node-in-the-browser',
    severity: 'error',
    comment: 'Node modules do not exist in a browser.',
    from: { path: '^(?:machines|src)/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no-tests-in-the-product',
    severity: 'error',
    comment: 'Scripts can use the test support, but the product cannot.',
    from: { path: '^(?:machines|src|server)/' },
    to: { path: '^(?:tests|scripts)/' },
  },
  ...named('no-index-files', indexFile, 'An index file hides where a thing is.'),
  ...named('no-nameless-files', nameless, 'A file is named after what it holds, not utils, helpers, misc or common.'),
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...modules, ...details, folderCycles, ...hygiene],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?:dist|reports|data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default', 'browser'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.json'],
    },
  },
}
