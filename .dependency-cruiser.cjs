/**
 * What may import what, one row per room as in the architecture's table. A room may always import itself; what a row does
 * not name is an error. tests/architecture/imports.test.ts breaks every rule once and expects its name.
 */

const anyRoom = '^(?:openapi|machines|src|server|scripts|tests)/'
const generated = '^openapi/generated/'
/** Pure, so that page and API check orders and file names with the same rules, and write sizes in the same way. */
const sharedRules = '^machines/workspace/(?:file-names|file-size|net-list|request-rules|row-checks)\\.ts$'
const everythingOf = (...rooms) => rooms.map((room) => `^${room}/`)

const room = (name, { from, fromNot = [], may, comment }) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: fromNot },
  to: { path: anyRoom, pathNot: may },
})

const rooms = [
  room('room-openapi', { from: generated, may: [generated], comment: 'Generated types import nothing.' }),
  room('room-machines', {
    from: '^machines/',
    may: [generated, '^machines/'],
    comment: 'Machines import the contract and other machines.',
  }),
  room('room-api', {
    from: '^src/api/',
    may: [generated, '^src/api/'],
    comment: 'API clients know the contract only.',
  }),
  room('room-app', {
    from: '^src/(?:app/|[^/]+$)',
    may: ['^src/'],
    comment: 'The entries and src/app put together what stands in src.',
  }),
  room('room-session', {
    from: '^src/session/',
    may: ['^src/session/', '^machines/session/', '^src/api/', '^src/app/config(?:\\.|/)'],
    comment: 'The session knows its machines, the API and the configuration.',
  }),
  room('room-tools', {
    from: '^src/tools/',
    may: everythingOf('src/tools', 'machines/tools', 'src/api', 'src/ui'),
    comment: 'Tools know their machine, the API and the shared pieces.',
  }),
  room('room-formats', { from: '^src/formats/', may: ['^src/formats/'], comment: 'Readers of files are pure.' }),
  room('room-ui', { from: '^src/ui/', may: ['^src/ui/'], comment: 'Shared pieces know no room.' }),
  room('room-content', { from: '^src/content/', may: ['^src/content/'], comment: 'Words and data know no room.' }),
  room('room-site', {
    from: '^src/site/',
    may: everythingOf('src/site', 'machines', 'src/session', 'src/ui', 'src/content', 'src/tools', 'src/api'),
    comment: 'The site never imports the workspace or the readers of files.',
  }),
  room('room-workspace', {
    from: '^src/workspace/',
    may: everythingOf(
      ...['src/workspace', 'machines', 'src/session', 'src/ui', 'src/content', 'src/tools', 'src/formats', 'src/api'],
    ),
    comment: 'The workspace never imports the site.',
  }),
  room('room-routes', {
    from: '^src/routes/',
    may: everythingOf(
      ...['src/routes', 'src/app', 'src/site', 'src/workspace', 'src/session', 'src/ui', 'src/content', 'machines'],
    ),
    comment: 'Routes choose views; they reach no API client, tool or reader.',
  }),
  room('room-inspector', {
    from: '^src/inspector/',
    may: everythingOf('src/inspector', 'machines', 'src/ui'),
    comment: 'The visualizer draws machines.',
  }),
  room('room-server', {
    from: '^server/',
    may: ['^server/', generated, '^openapi/[^/]+\\.yaml$', sharedRules],
    comment: 'The backend knows the contract, the pure rules of orders and file names, and nothing of the browser app.',
  }),
]

const finer = [
  {
    name: 'api-through-wiring',
    severity: 'error',
    comment: 'Views and pages of site and workspace get data from machines; only machines.ts calls the API.',
    from: {
      path: '^src/(?:site|workspace)/',
      pathNot: ['^src/site/machines\\.ts$', '^src/workspace/(?:[a-z]+-machines|machines)\\.ts$'],
    },
    to: { path: '^src/api/' },
  },
  {
    name: 'formats-in-workers',
    severity: 'error',
    comment:
      'Reading a file can take seconds: the workspace runs the readers in workers and imports only their types, and what works on names alone.',
    from: { path: '^src/workspace/', pathNot: ['[.-]worker\\.ts$'] },
    to: {
      path: '^src/formats/',
      pathNot: ['[.-]worker\\.ts', '^src/formats/(?:net-groups|net-search|packed-nets)\\.ts$'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'unknown-room',
    severity: 'error',
    comment: 'A new folder in src gets its row here and in the architecture first.',
    from: {
      path: '^src/[^/]+/',
      pathNot: ['^src/(?:api|app|content|formats|inspector|routes|session|site|tools|ui|workspace)/'],
    },
    to: {},
  },
]

const nameless = '(?:^|/)(?:utils?|helpers?|misc|common)(?:/|\\.[^/]*$)'
const indexFile = '(?:^|/)index\\.[cm]?[jt]sx?$'
const ours = '^(?:machines|src|server|scripts|tests)/'

/** A rule on a file's name needs both ends: a file may import, be imported, or both. */
const named = (name, pattern, comment) => [
  { name, severity: 'error', comment, from: { path: ours }, to: { path: pattern, pathNot: ['node_modules'] } },
  { name, severity: 'error', comment, from: { path: pattern, pathNot: ['node_modules'] }, to: {} },
]

const hygiene = [
  {
    name: 'no-cycles',
    severity: 'error',
    comment: 'Two modules that need each other are one, or hide a third.',
    from: { path: ours },
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    severity: 'error',
    comment: 'A module that nothing imports and that imports nothing is left over.',
    from: { orphan: true, path: '^(?:machines|src|server)/', pathNot: ['\\.d\\.ts$'] },
    to: {},
  },
  {
    name: 'no-unresolved',
    severity: 'error',
    comment: 'The import leads nowhere.',
    from: { path: ours },
    to: { couldNotResolve: true },
  },
  {
    name: 'no-dev-dependencies',
    severity: 'error',
    comment: 'The product runs from its dependencies; what only builds or tests it stays out of it.',
    from: { path: '^(?:machines|src|server)/', pathNot: ['\\.config\\.ts$', '^src/prerender\\.tsx?$'] },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
  },
  {
    name: 'no-unlisted-dependencies',
    severity: 'error',
    comment: 'A package that package.json does not name disappears with the one that brought it.',
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
    comment: 'Scripts may use the support of the tests; the product never does.',
    from: { path: '^(?:machines|src|server)/' },
    to: { path: '^(?:tests|scripts)/' },
  },
  ...named('no-index-files', indexFile, 'An index file hides where a thing stands.'),
  ...named('no-nameless-files', nameless, 'A file is named after what it holds, not utils, helpers, misc or common.'),
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...rooms, ...finer, ...hygiene],
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
