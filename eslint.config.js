import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/**
 * House rules that the type checker cannot express. Which module may import which is in
 * .dependency-cruiser.cjs; layout is biome's. Every exception below carries its reason.
 */

const typed = [
  ...['machines/**/*.ts', 'src/**/*.{ts,tsx}', 'server/**/*.ts', 'scripts/**/*.ts', 'tests/**/*.{ts,tsx}'],
  'vite.config.ts',
]

const browserGlobals = [
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'BroadcastChannel', 'Worker'],
  ...['window', 'document', 'navigator', 'location', 'history', 'alert', 'confirm', 'open'],
  ...['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'React'],
]

const readonly = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']))

const onlySettingsReadTheEnvironment = {
  object: 'process',
  property: 'env',
  message: 'Take what you need as a parameter; server/config.ts reads the environment once.',
}

const environmentImports = ['process', 'node:process'].map((name) => ({
  name,
  importNames: ['env'],
  message: onlySettingsReadTheEnvironment.message,
}))

export default defineConfig(
  { ignores: ['dist/', 'data/', 'reports/', 'test-results/', 'openapi/generated/', 'server/database/migrations/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  js.configs.recommended,
  {
    files: ['*.config.js', '*.cjs', '.*.cjs', 'scripts/**/*.mjs', 'tests/**/*.mjs'],
    languageOptions: {
      globals: readonly([
        ...['process', 'console', 'URL', 'URLSearchParams', 'Buffer', 'AbortController', 'AbortSignal', 'fetch'],
        ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'structuredClone', 'module'],
        ...['TextEncoder', 'TextDecoder', 'Response', 'Request', 'Headers', 'FormData', 'Blob', 'crypto'],
      ]),
    },
  },
  {
    files: ['public/**/*.js'],
    languageOptions: {
      sourceType: 'script',
      globals: readonly([
        ...browserGlobals,
        'parent',
        'console',
        'matchMedia',
        'URL',
        'URLSearchParams',
        'setTimeout',
        'addEventListener',
        'HTMLScriptElement',
      ]),
    },
  },

  {
    files: typed,
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // `onClick={() => actor.send(…)}` is how a view sends an event; the arrow says all there is to say.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A number reads the same in every template; objects and undefined stay errors.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // async without await turns a throw into a rejection where an interface promises a Promise.
      '@typescript-eslint/require-await': 'off',
      // `placeholderActor<void>('startLogin')`: an actor that answers nothing is a type argument of a call.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // The router leaves a loader by a thrown redirect or notFound.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: ['Redirect', 'NotFoundError'] }] },
      ],
      // Spreading a text into its code points is how it is cut without halving a character.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // A name left out of a rest, or a parameter that an interface asks for, is no forgotten variable.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_', caughtErrors: 'all' },
      ],
      // `for (;;)` by its usual spelling.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // `void` would hide a rejection that ends nowhere.
      // fastify.register(plugin) returns a thenable that fastify itself waits for at ready().
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          ignoreVoid: false,
          allowForKnownSafePromises: [{ from: 'package', package: 'fastify', name: 'FastifyInstance' }],
        },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },

  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
  },

  {
    name: 'named exports',
    files: ['machines/**', 'src/**', 'server/**'],
    ignores: ['**/*.config.ts'],
    rules: {
      'no-restricted-exports': [
        'error',
        {
          restrictDefaultExports: {
            direct: true,
            named: true,
            defaultFrom: true,
            namedFrom: true,
            namespaceFrom: true,
          },
        },
      ],
    },
  },

  {
    name: 'the console is for the warnings and errors that the specification names',
    files: ['machines/**', 'src/**'],
    rules: { 'no-console': ['error', { allow: ['warn', 'error'] }] },
  },

  {
    name: 'the answer of the tool log-out is logged, and nothing else becomes of it',
    files: ['src/tools/machines.ts'],
    rules: { 'no-console': ['error', { allow: ['warn', 'error', 'info'] }] },
  },

  {
    name: 'the environment is read in one place',
    files: ['machines/**', 'src/**', 'server/**'],
    ignores: ['server/main.ts', 'server/config.ts', 'server/**/*.config.ts'],
    rules: {
      'no-restricted-properties': ['error', onlySettingsReadTheEnvironment],
      'no-restricted-imports': ['error', { paths: environmentImports }],
    },
  },

  {
    name: 'an actor of a view survives a second mount',
    files: ['src/workspace/**'],
    ignores: ['src/workspace/lib/from-call.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...environmentImports,
            {
              name: 'xstate',
              importNames: ['fromPromise'],
              message: 'Use fromCall of src/workspace/lib/from-call.ts.',
            },
          ],
        },
      ],
    },
  },

  {
    name: 'machines know neither browser nor network',
    files: ['machines/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          globals: browserGlobals.map((name) => ({
            name,
            message: 'An effect is a named actor or action; the wiring in src provides it.',
          })),
          checkGlobalObject: true,
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(?!\\.|xstate(?:/|$))', message: 'A machine imports xstate and other files of machines only.' },
          ],
        },
      ],
    },
  },

  {
    name: 'tests',
    files: ['tests/**/*.{ts,tsx}'],
    rules: {
      // In a test an absent value throws, and the test fails: that is what the sign is for there.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // What a response or a report holds is what the test is about; its assertions look at it.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      // expect(client.send) and vi.fn members are passed, never called detached.
      '@typescript-eslint/unbound-method': 'off',
      // A test plays what others throw, also what is no Error, and says by a type argument what answer it expects.
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Playwright reads a fixture's needs from its first parameter; `{}` is how it says none.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    },
  },
)
