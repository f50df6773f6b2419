// npm run machines: opens the visualizer, which shows and simulates every machine of the product. Needs no network.
// `-- --against COMMIT` shows the changes since a commit, or since the sheets.json of a gallery written earlier.
import process from 'node:process'
import { parseArgs } from 'node:util'
import { servePage } from './page.mjs'
import { versionNamed } from './version-reference.mjs'

const port = Number(process.env.PORT || 8090)
try {
  const server = await servePage({ host: 'localhost', port, strictPort: true, open: !process.env.CI }, againstOption())
  server.printUrls()
} catch (error) {
  const isBusy = error.code === 'EADDRINUSE' || /already in use/.test(error.message)
  console.error(isBusy ? `Port ${port} is in use by another program: stop it, or set PORT.` : error.message)
  process.exit(1)
}

/**
 * The option for sheets.ts that names the version to compare with; none without `--against`. Throws before the server
 * starts if the version does not exist.
 */
function againstOption() {
  const {
    values: { against },
  } = parseArgs({ options: { against: { type: 'string' } } })
  if (against === undefined) return []
  return [`--against=${versionNamed(against).file ?? against}`]
}
