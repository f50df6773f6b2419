import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs the operator command in a separate process with these settings and returns its output. */
export async function runOperator(settings: Record<string, string>, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/operator/requests.ts', ...args],
    {
      env: { PATH: process.env['PATH'], ...settings },
    },
  )
  return stdout
}
