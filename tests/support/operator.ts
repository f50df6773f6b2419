import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs the operator's command `requests` in a separate process with these settings and returns its output. */
export const runOperator = (settings: Record<string, string>, ...args: string[]): Promise<string> =>
  runCommand('requests', settings, ...args)

/** Runs an operator's command in a separate process with these settings and returns its output. */
export async function runCommand(
  command: string,
  settings: Record<string, string>,
  ...args: string[]
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', `scripts/operator/${command}.ts`, ...args],
    {
      env: { PATH: process.env['PATH'], ...settings },
    },
  )
  return stdout
}
