// Runs before the operator's commands, such as npm run messages, and builds the server if its sources have changed.
import { checkNode, ensureInstalled, ensureServerBuilt, PrepareError } from './prepare.mjs'

try {
  checkNode()
  await ensureInstalled()
  await ensureServerBuilt()
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exitCode = 1
}
