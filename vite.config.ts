import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as icons from '@mdi/js'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const tests = (name: string, include: string[], more: object = {}) => ({
  extends: true as const,
  test: { name, include, ...more },
})

const root = fileURLToPath(new URL('./', import.meta.url))

/** The domains whose modules keep page state: the session, prices, news, toasts, presses, windows. */
const domainsWithState = /\/(?:api|inspector|pricing|session|site|tools|transfers|ui)\//

/** Files that replace modules, themselves or by rendering the whole site (site.tsx), or that ask for their own modules. */
const needsOwnModules = /vi\.(?:mock|doMock)\(|from '.*\/site'|^\/\/ Needs its own modules/m

function isolatedFiles(folder: string): string[] {
  // A build for production has no tests.
  if (!existsSync(root + folder)) return []
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => domainsWithState.test(file) || needsOwnModules.test(readFileSync(root + file, 'utf8')))
}

/**
 * Tests of views. The files share the modules that a worker has loaded, and its document, which takes half the time.
 * Files for which it would matter which others ran before get their own.
 */
const viewTests = (name: string, folder: string, testTimeout: number) => {
  const isolated = isolatedFiles(folder)
  const more = { setupFiles: ['tests/support/dom.ts'], testTimeout }
  return [
    tests(name, [`${folder}/**/*.test.{ts,tsx}`], { ...more, exclude: isolated, isolate: false }),
    tests(`${name}-isolated`, isolated, more),
  ]
}

/** The chunks that start every page, and those that are loaded before any other code of the product. */
const entryFile = /\/(?:index|session)-/
const entryFiles = /\/(?:index|session|rolldown-runtime|page-libraries)-/

/** What every page loads for a signed-in user only. In one file, because both parts are small. */
const signedInModules = /\/src\/(routes\/connection-notice|site\/shell\/profile-card)\.tsx$/

/** What a prerendered page loads once it is open. In one file, because all parts are small. */
const openedModules =
  /\/(src\/site\/(finish-prerendered-page|home\/early-news|legal\/current-section|drawings\/animate-signals|pricing\/(listed-prices|expired-board))|machines\/(site\/news-pages|pricing\/kept-board-time))\.ts$/

/** The session and the code that displays it, without React: all that a public page needs except the session check. */
const sessionModules = new RegExp(
  [
    '/src/start-page',
    '/src/app/(services|early-list|lazy-tools|login-links|product-api)',
    '/src/session/(page-session|machines|kept-board-database|drafts/(cross-tab-drafts|drafts)|hydration-snapshots|profile|workspace-path)',
    '/src/site/(page-code|pricing/expected-board)',
    '/src/tools/tool-store',
    '/src/ui/(loading/(early-press|idle)|notices/notify|theme/theme-choice)',
    '/src/workspace/(projects/list/kept-list|lib/from-call)',
    '/machines/(projects/kept-list|site/page-code)',
    '/machines/session/(?!roles)',
    '/machines/lib/(dollars|placeholder-actor|message-of)',
    'node_modules/(idb-keyval|xstate)/',
  ].join('|'),
)

/** The API client, without the page's libraries, so that the list of projects is requested while those load. */
const apiModules = new RegExp(
  ['/src/api/(product|pages|unwrap|download-name)', '/machines/lib/refusal', 'node_modules/openapi-fetch/'].join('|'),
)

/**
 * Small modules that the list of projects shares with dialogs or with the contact form. If they were split by the pages
 * that share them, there would be a dozen small files, and requesting each would take longer than transferring it.
 */
const sharedModules = new RegExp(
  [
    '/machines/lib/(file-size|on-first-use)',
    '/machines/projects/(project(s.machine|-list)|list-view.machine|role-rights)',
    '/src/session/drafts/use-draft',
    '/src/ui/(amounts|busy-button|dropdown|notices/notices|page-spinner|storage-bar|time)',
    '/src/routes/(refused-notice|workspace/context)',
    '/src/workspace/(lib/(machines|request-status)|projects/list/thumbnail-machines|transfers/running-transfers)',
  ].join('|'),
)

/**
 * The libraries that render every page, and small modules that all pages share, in one file. If they were split by the
 * lazy parts that also use them, they would compress worse and load later.
 */
const pageLibraries = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|use-[^/]+|@xstate|@tanstack/(?:react-router|router-core|history|store|react-store)|@emotion|stylis|@pandacss)/',
    'node_modules/@chakra-ui/react/dist/esm/(preset-base|styled-system/(?!create-slot)|utils|components/(button|loader)/)',
    'node_modules/@zag-js/dom-query/dist/shared',
    '/src/content/(shell|brand)',
    '/src/site/shell/anchor-link',
    '/src/routes/open-tool',
    '/src/ui/icon',
  ].join('|'),
)

/** The parts of forms. */
const formModules = new RegExp(
  [
    'node_modules/@zag-js/(?:[^/]+/dist/[^/]*anatomy|auto-resize|core/dist/merge-props|dom-query/dist/(?:node|computed-style)|utils/dist/(?:guard|functions))',
    'node_modules/@ark-ui/react/dist/(?:components/(?:field|fieldset|factory|.*anatomy)|providers/environment|utils/(?:create-split-props|create-context|compose-refs|use-safe-layout-effect)|_virtual)',
    'node_modules/@chakra-ui/react/dist/esm/(?:anatomy|components/(?:field|icon|icons|input|native-select|stack|textarea)[./]|styled-system/create-slot-recipe-context|theme/recipes/(?:field|input|textarea|select|native-select)\\.)',
    '/src/ui/theme/(?:accessibility-styles|form-recipes|select-recipes)',
  ].join('|'),
)

/** The parts of dialogs, and small modules that most parts of the workspace share. */
const dialogModules = new RegExp(
  [
    'node_modules/@zag-js/(?:aria-hidden|core|dialog|dismissable|dom-query|focus-trap|interact-outside|presence|react|remove-scroll|types|utils)/',
    'node_modules/@ark-ui/react/dist/(?:components/(?:dialog|portal|presence)|providers/locale|utils/(?:react-activity|render-strategy|use-event))',
    'node_modules/@chakra-ui/react/dist/esm/(?:components|theme/recipes)/dialog[./]',
    '/machines/(?:lib/dialog\\.machine|live/changes)',
    '/src/ui/(?:[a-z]+/)?(?:dialog-recipes|dialog-focus-trap|dialog-frame|use-emitted)',
    '/machines/session/roles',
    '/src/api/changes',
    '/src/routes/(?:notice-address|path-in-address|workspace/last-listed)',
    '/src/workspace/(?:lib/for-each|live/running-changes|projects/lost-project|undo/running-offers)',
  ].join('|'),
)

/**
 * What starts the worker that reads files, and small modules that prices and previews share. This chunk contains little
 * else, because the worker has to start before other code runs.
 */
const readerModules = new RegExp(
  [
    '/src/formats/worker/formats\\.worker',
    '/src/ui/focus-if-lost',
    '/src/workspace/(?:readers/(?:read-formats|worker)|transfers/save-file)',
  ].join('|'),
)

/**
 * What the price of a board shares with the wizard, without the parts of the workspace that the price page does not
 * need.
 */
const offerModules = new RegExp(
  [
    '/machines/pricing/(?:given-board|price-offers)',
    '/machines/wizard/(?:[a-z]+/)?(?:found-on-board|net-list|quantities|quote|request-draft|request-rules|row-(?:checks|details|locations|problems))\\.(?:machine\\.)?ts',
    '/src/formats/nets/packed-nets',
    '/src/workspace/wizard/(?:add-to-contact-form|quote/quote-machine)',
  ].join('|'),
)

/** Small modules that the previews share with the wizard and with reports, and the addresses of their workers. */
const previewModules = new RegExp(
  [
    '/machines/lib/(?:csv-cells|decimal-number)',
    '/src/(?:analysis|formats)/worker/(?:analysis|facts)\\.worker',
    '/machines/previews/(?:[a-z]+/)?(?:content-kinds|csv-writer|engineering-number|eye-diagram|file-preview\\.machine|impedance-profile|line-losses|net-facts|network-(?:analysis|export|plot)\\.machine|network-form|network-view|preview-kinds|smith-chart|supply-impedance|time-response)',
    '/src/workspace/readers/read-(?:net-facts|networks)',
    '/src/workspace/previews/(?:board/(?:board-colors|net-facts-client)|machines|whole-content)',
  ].join('|'),
)

/** What uploads and downloads share. */
const transferModules = new RegExp(
  [
    '/machines/(?:transfers/(?:down|dropped|up)|files/file-names)',
    '/src/ui/(?:[a-z]+/)?(?:deferred-measuring|use-deferred-selector)',
    '/src/workspace/transfers/(?:chosen-files|drop-zone|file-store|machines|pick-button|throttled-draft|transfer-row|upload-panel|upload-row|uploaded-content)',
  ].join('|'),
)

/** What the wizard shares with the pages of requests that were sent. */
const orderModules = new RegExp(
  [
    '/machines/wizard/(?:[a-z]+/)?(?:billing|budget-use|countries|draft-versions|net-rules|rejected-fields|request-billing|request-selectors|row-facts|tax)\\.ts',
    '/src/formats/nets/net-search',
    '/src/ui/steps',
    '/src/workspace/wizard/(?:[a-z]+/)?(?:account-drafts|layout-facts|order-lines|payment-page|request-drafts|request-notices)',
  ].join('|'),
)

/** Inlines icons where they are used. A shared module would put even the icons of lazy parts into the first file. */
const iconsInPlace: Plugin = {
  name: 'icons-in-place',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.tsx')
      ? code.replace(/import \{([^}]+)\} from '@mdi\/js'/, (_, names: string) =>
          [...names.matchAll(/\w+/g)]
            .map(([name]) => `const ${name} = '${String(Reflect.get(icons, name))}'`)
            .join(';'),
        )
      : null,
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [iconsInPlace, react({ compiler: true })],
  // React has `useSyncExternalStore`. The shim would replace it with a copy for React 17.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  // The prerenderer's output needs no copy of the public folder.
  publicDir: isSsrBuild ? false : 'public',
  build: {
    target: 'es2023',
    sourcemap: false,
    outDir: isSsrBuild ? 'dist/prerender' : 'dist/client',
    emptyOutDir: true,
    // The content security policy does not allow fonts from data URLs.
    assetsInlineLimit: 0,
    manifest: !isSsrBuild,
    // Every supported browser has modulepreload.
    modulePreload: {
      polyfill: false,
      // The page's code names all files that it preloads. Pages that are rarely opened find their files a little later
      // instead. The files that the entry loads are already there when any other code imports something.
      resolveDependencies: (file, files, { hostId, hostType }) => {
        if (/\/(?:screen|board-screen|price-screen|requests-screen|sample-report-screen)-/.test(`/${file}`)) {
          return files.filter((one) => one.endsWith('.css'))
        }
        return hostType === 'html' || entryFile.test(hostId)
          ? files
          : files.filter((one) => one.endsWith('.css') || !entryFiles.test(one))
      },
    },
    // tests/e2e/bytes.test.ts limits what a page loads. Larger chunks are libraries that are loaded on demand.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      ...(!isSsrBuild && {
        output: {
          // The hashes are shorter than usual: each page loads a list of all names, and hashes cannot be compressed.
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          codeSplitting: {
            groups: [
              { name: 'session', test: sessionModules, includeDependenciesRecursively: false },
              { name: 'api', test: apiModules, includeDependenciesRecursively: false },
              { name: 'page-libraries', test: pageLibraries },
              { name: 'shared', test: sharedModules, includeDependenciesRecursively: false },
              { name: 'signed-in', test: signedInModules, includeDependenciesRecursively: false },
              { name: 'forms', test: formModules, includeDependenciesRecursively: false },
              { name: 'dialogs', test: dialogModules, includeDependenciesRecursively: false },
              { name: 'readers', test: readerModules, includeDependenciesRecursively: false },
              { name: 'offers', test: offerModules, includeDependenciesRecursively: false },
              { name: 'previews', test: previewModules, includeDependenciesRecursively: false },
              { name: 'transfers', test: transferModules, includeDependenciesRecursively: false },
              { name: 'orders', test: orderModules, includeDependenciesRecursively: false },
              { name: 'opened', test: openedModules, includeDependenciesRecursively: false },
            ],
          },
        },
        // Emotion needs these only for `withTheme`, which is unused here. CommonJS modules are not removed
        // automatically.
        treeshake: {
          moduleSideEffects: [{ test: /node_modules\/(hoist-non-react-statics|react-is)\//, sideEffects: false }],
        },
      }),
    },
  },
  ssr: { noExternal: isSsrBuild ? [/^@chakra-ui/, /^@emotion/, /^@ark-ui/, /^@zag-js/] : [] },
  test: {
    // Starting a database or compiling a lazy part takes a long time on a busy machine. A passing test never waits this
    // long: both limits only determine how soon a test fails.
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      // Pure modules have no state, so each is loaded once for all test files of a worker.
      tests('unit', ['tests/{model,formats,analysis,architecture,spec-coverage}/**/*.test.ts'], {
        isolate: false,
        testTimeout: 20_000,
      }),
      ...viewTests('views', 'tests/views', 20_000),
      ...viewTests('model-based', 'tests/model-based/surfaces', 60_000),
      // All server state is created and removed by each test, so modules are loaded only once here, too.
      tests('server', ['tests/server/**/*.test.ts'], { isolate: false, testTimeout: 60_000 }),
      // Sequential, because a frozen database affects all tests.
      tests('hostile', ['tests/hostile/**/*.test.ts'], {
        testTimeout: 180_000,
        hookTimeout: 120_000,
        fileParallelism: false,
      }),
      // Several processes on two cores: one file at a time.
      tests('cluster', ['tests/cluster/**/*.test.ts'], {
        testTimeout: 1_080_000,
        hookTimeout: 240_000,
        fileParallelism: false,
      }),
      // One browser at a time. Each test uses the session of the previous one.
      tests('browsers', ['tests/browsers/**/*.test.ts'], { testTimeout: 240_000, fileParallelism: false }),
      tests('proxy', ['tests/proxy/**/*.test.ts'], { testTimeout: 120_000 }),
      tests('api', ['tests/api/**/*.test.ts'], { isolate: false, testTimeout: 60_000 }),
    ],
  },
}))
