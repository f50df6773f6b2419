// Builds the server and the operator's commands into dist/server/, as JavaScript that Node runs directly. Packages stay
// in node_modules, and files that are read at run time (migrations, contract, styles) stay in the source folders.
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

import { stampBuild } from './prepare.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const outDir = path.join(root, 'dist/server')

/** Replaces import.meta.url with the source file's URL, so that built code finds files next to its source file. */
const ownAddress = {
  name: 'own-address',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.url')) return null
    const from = path.relative(outDir, id).split(path.sep).join('/')
    return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(from)}, import.meta.url).href`)
  },
}

/** Builds the server into dist/server/. */
export async function buildServer() {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [ownAddress],
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: {
          main: 'server/main.ts',
          'database-seed': 'server/sample/database-seed.ts',
          messages: 'scripts/operator/messages.ts',
          requests: 'scripts/operator/requests.ts',
          verify: 'scripts/operator/verify.ts',
          backup: 'scripts/operator/backup.ts',
          jobs: 'scripts/operator/jobs.ts',
          person: 'scripts/operator/person.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  await stampBuild('server')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildServer()
