/**
 * Entry point: reads the environment, starts the stack, prints its URL, and stops cleanly on Ctrl-C.
 * If startup fails, it prints the reason on stderr (in one line unless it is unexpected) and exits with 1.
 * `--site-port N` is for development: Vite uses PORT, and this process listens on port N.
 */
import { fileURLToPath } from 'node:url'

import { ConfigError, readConfig, type ServerConfig } from './config'
import { demoAccounts } from './identity/accounts'
import { misspelledVariables } from './misspelled-variables'
import { type Stack, StartError, startStack } from './stack'

/**
 * On Ctrl-C, the terminal signals both this process and the script that started it, which forwards the signal. Signals
 * within this time count as a single Ctrl-C.
 */
const SAME_PRESS_MS = 500

let stack: Stack | null = null
let stopping = 0

function stop() {
  if (stopping) {
    if (performance.now() - stopping > SAME_PRESS_MS) process.exit(1)
    return
  }
  stopping = performance.now()
  Promise.resolve(stack?.stop()).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(`Stopping failed: ${error instanceof Error ? error.message : String(error)}`)
      process.exit(1)
    },
  )
}

async function main() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // If the parent process is killed, nothing else would stop this process.
  process.on('disconnect', stop)
  try {
    const config = readConfig(process.env)
    for (const warning of misspelledVariables(process.env)) console.error(warning)
    const flag = process.argv.indexOf('--site-port')
    stack = await startStack(config, flag === -1 ? {} : developmentSite(Number(process.argv[flag + 1])))
    if (stopping) await stack.stop()
    else {
      for (const warning of stack.warnings) console.error(warning)
      console.log(welcome(config))
    }
  } catch (error) {
    if (error instanceof ConfigError || error instanceof StartError) console.error(error.message)
    else console.error(error)
    process.exitCode = 1
    process.exit()
  }
}

/** In development, Vite serves the pages; this process serves only the API and the runtime configuration. */
const developmentSite = (sitePort: number) => ({
  sitePort,
  clientDir: fileURLToPath(new URL('../public', import.meta.url)),
})

function welcome(config: ServerConfig): string {
  const width = (text: string, columns: number) => text.padEnd(columns)
  const stores = [
    config.dataDir,
    ...(config.s3 ? [`the bucket ${config.s3.bucket}`] : []),
    ...(config.databaseUrl ? [`the database at ${new URL(config.databaseUrl).host}`] : []),
  ]
  const lines = ['', `  Ready. Open ${config.publicUrl}`, '']
  if (config.oidc.embedded) {
    lines.push('  Sign in as     password        roles')
    for (const { username, password, roles } of demoAccounts) {
      lines.push(`  ${width(username, 14)} ${width(password, 15)} ${(roles ?? []).join(', ')}`)
    }
  } else {
    lines.push(`  Sign-in: ${config.oidc.issuer}`)
  }
  lines.push(
    '',
    `  Payments: ${config.payments.kind === 'sandbox' ? 'a sandbox without real charges' : 'Stripe'}`,
    `  Data: ${stores.join(', ')}`,
    '  Stop: Ctrl-C',
    '',
  )
  return lines.join('\n')
}

await main()
