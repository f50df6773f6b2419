// Before npm run messages and npm run requests: a build of the server's present sources.
import { checkNode, ensureInstalled, ensureServerBuilt, PrepareError } from './prepare.mjs'

try {
  checkNode()
  await ensureInstalled()
  await ensureServerBuilt()
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exitCode = 1
}
