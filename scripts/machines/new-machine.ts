/**
 * npm run new:machine -- DOMAIN NAME: writes a machine, its view on a page of its own, its connection to the API, and
 * its tests at both levels, which pass unchanged. The machine loads the prices: replace this with what the machine is
 * for. Writes into the current folder.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const [domain = '', name = ''] = process.argv.slice(2)
const isName = (text: string) => /^[a-z]+(-[a-z]+)*$/.test(text)
if (!isName(domain) || !isName(name)) {
  console.error(
    'Usage: npm run new:machine -- DOMAIN NAME\nBoth in lower case with hyphens, such as: projects project-archive',
  )
  process.exit(2)
}

const pascal = name.replace(/(^|-)([a-z])/g, (_, _hyphen, letter: string) => letter.toUpperCase())
const camel = pascal.replace(/^./, (letter) => letter.toLowerCase())
const title = name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())

const machine = `import { assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'

type PriceTable = components['schemas']['PriceTable']

/** Loads the prices, and tries again on request. */
export const ${camel}Machine = setup({
  types: {
    /** \`prices\` is null until they are loaded. \`failure\` says why they could not be loaded. */
    context: {} as { prices: PriceTable | null; failure: string | null },
    events: {} as { type: 'loading.retried' },
  },
  actors: { loadPrices: placeholderActor<PriceTable>('loadPrices') },
}).createMachine({
  id: '${camel}',
  context: { prices: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadPrices',
        onDone: { target: 'loaded', actions: assign({ prices: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'Failed to load the prices') }),
        },
      },
    },
    loaded: {},
    failed: {
      on: { 'loading.retried': { target: 'loading', actions: assign({ failure: null }) } },
    },
  },
})

type Snapshot = SnapshotFrom<typeof ${camel}Machine>

export const loadedPricesOf = ({ context }: Snapshot) => context.prices
export const failureOf${pascal} = ({ context }: Snapshot) => context.failure
`

const connection = `import { ${camel}Machine } from '../../../machines/${domain}/${name}.machine'
import type { ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'

/** Connects the prices to the product API. */
const connect${pascal} = (api: ProductApi) => ({
  ${camel}: ${camel}Machine.provide({
    actors: { loadPrices: fromCall(({ signal }) => api.getPrices(signal)) },
  }),
})

export const use${pascal}Machines = machinesHook(connect${pascal})
`

const view = `import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { useActorRef, useSelector } from '@xstate/react'

import { failureOf${pascal}, loadedPricesOf } from '../../../machines/${domain}/${name}.machine'
import { PageSpinner } from '../../ui/page-spinner'
import { use${pascal}Machines } from './${name}-machines'

/** The prices of the interfaces, or why they could not be loaded. */
export function ${pascal}Page() {
  const actor = useActorRef(use${pascal}Machines().${camel})
  const prices = useSelector(actor, loadedPricesOf)
  const failure = useSelector(actor, failureOf${pascal})
  if (prices === null && failure === null) return <PageSpinner text="Loading..." />
  return (
    <chakra.section aria-label="${title}" maxW="prose" mx="auto" px="4" py="16" display="grid" gap="4">
      <chakra.h1 textStyle="2xl" fontWeight="semibold">
        ${title}
      </chakra.h1>
      {failure === null ? (
        <ul>
          {prices?.si.map(({ name, unit_price }) => (
            <li key={name}>
              {name}: \${unit_price}
            </li>
          ))}
        </ul>
      ) : (
        <>
          <chakra.p role="alert">{failure}</chakra.p>
          <Button justifySelf="start" onClick={() => actor.send({ type: 'loading.retried' })}>
            Try again
          </Button>
        </>
      )}
    </chakra.section>
  )
}
`

const surface = `// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

import { ${camel}Machine } from '../../../../machines/${domain}/${name}.machine'
import { ${pascal}Page } from '../../../../src/workspace/${domain}/${name}-page'
import { renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const ${camel}: Surface<typeof ${camel}Machine> = {
  situations: { 'a customer': {} },
  events: { 'loading.retried': [{}] },
  done: { loadPrices: [{ si: [{ name: 'USB2', unit_price: 1500 }], pi: [] }] },
  failed: { loadPrices: [failure(), failure('The server is busy.')] },
  mount: ({ machine }) => {
    renderWorkspace(<${pascal}Page />, { ${camel}: machine } as never)
  },
  states: {
    loading: () => {
      expect(screen.getByRole('status')).toHaveTextContent('Loading...')
    },
    loaded: () => {
      expect(screen.getByRole('region', { name: '${title}' })).toHaveTextContent('USB2: $1500')
      expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    },
    failed: (_, { context }) => {
      const why = context.failure === 'The server is busy.' ? 'The server is busy.' : 'Failed to load the prices'
      expect(screen.getByRole('alert')).toHaveTextContent(why)
    },
  },
  perform: {
    'loading.retried': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Try again' })),
  },
}

testSurface('${title}', ${camel}Machine, ${camel})
`

const tour = `import { ${camel}Machine } from '../../../../machines/${domain}/${name}.machine'
import { expect } from '../../../e2e/fixtures'
import { testTour, type Tour } from '../../browser-harness'
import { failure } from '../../surface'

const ${camel}: Tour<typeof ${camel}Machine> = {
  situations: { 'a customer': {} },
  events: { 'loading.retried': [{}] },
  done: { loadPrices: [{ si: [{ name: 'MIPI-D', unit_price: 2000 }], pi: [] }] },
  failed: { loadPrices: [failure('The server is busy.')] },
  calls: { loadPrices: { method: 'GET', address: /\\/api\\/v1\\/prices$/ } },
  arrange: async ({ page, signIn, hold }) => {
    await signIn('user')
    await hold()
    await page.goto('/workspace/${name}')
  },
  states: {
    loading: (page) => expect(page.getByText('Loading...')).toBeVisible(),
    loaded: (page) => expect(page.getByRole('region', { name: '${title}' }).getByText('MIPI-D: $2000')).toBeVisible(),
    failed: (page) => expect(page.getByRole('alert')).toHaveText('The server is busy.'),
  },
  perform: {
    'loading.retried': (_, { page }) => page.getByRole('button', { name: 'Try again' }).click(),
  },
}

testTour('${title}', ${camel}Machine, ${camel})
`

const files: Record<string, string> = {
  [`machines/${domain}/${name}.machine.ts`]: machine,
  [`src/workspace/${domain}/${name}-machines.ts`]: connection,
  [`src/workspace/${domain}/${name}-page.tsx`]: view,
  [`tests/model-based/surfaces/${domain}/${name}.test.tsx`]: surface,
  [`tests/model-based/browser/${domain}/${name}.test.ts`]: tour,
}

/** The edited files. They are written only after all edits have been applied. */
const edited = new Map<string, string>()

/** Returns the text of a file with the last match changed. Throws if nothing matches. */
function inserted(file: string, pattern: RegExp, change: (found: string) => string) {
  const text = edited.get(file) ?? readFileSync(file, 'utf8')
  const found = [...text.matchAll(new RegExp(pattern, 'gm'))].at(-1)
  if (!found) throw new Error(`${file} does not contain ${String(pattern)}.`)
  return text.slice(0, found.index) + change(found[0]) + text.slice(found.index + found[0].length)
}

const route = `const ${camel}Route = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/${name}',
  staticData: { title: '${title}' },
  component: lazyRouteComponent(
    () => import('../../workspace/${domain}/${name}-page').catch(failToLoad),
    '${pascal}Page',
  ),
})

`

const taken = Object.keys(files).filter((file) => existsSync(file))
if (taken.length > 0) {
  console.error(`These files already exist: ${taken.join(', ')}`)
  process.exit(1)
}
const catalogue = 'machines/catalogue.ts'
const routes = 'src/routes/workspace/route.tsx'
const toured = 'tests/architecture/model-tests.test.ts'
const edits: [file: string, pattern: RegExp, change: (found: string) => string][] = [
  [catalogue, /^import .*\n/, (last) => `${last}import { ${camel}Machine } from './${domain}/${name}.machine'\n`],
  [catalogue, /^ {2}.*Machine,\n(?=\})/, (last) => `${last}  '${title}': ${camel}Machine,\n`],
  [routes, /^export const workspaceRoute = /, (found) => route + found],
  [routes, /^\]\)\n/, (end) => `  ${camel}Route,\n${end}`],
  [toured, /^\]\n/, (end) => `  '${name}',\n${end}`],
]
for (const [file, ...edit] of edits) edited.set(file, inserted(file, ...edit))
for (const [file, text] of [...edited, ...Object.entries(files)]) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

console.log(`Written:
  ${Object.keys(files).join('\n  ')}
Changed:
  ${[catalogue, routes, toured].join('\n  ')}
Next:
  npm run format && npm run machines:docs
  npm run test:model -- --machine ${name}
  npm run dev, then open /workspace/${name}`)
