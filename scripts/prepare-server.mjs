// Runs before npm run messages and npm run requests, and builds the server if its sources have changed.
import { checkNode, ensureInstalled, ensureServerBuilt, PrepareError } from './prepare.mjs'

try {
  checkNode()
  await ensureInstalled()
  await ensureServerBuilt()
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exitCode = 1
}
