import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The operator's command in a process of its own, with these settings. Answers what it prints. */
export async function runOperator(settings: Record<string, string>, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/operator/requests.ts', ...words],
    {
      env: { PATH: process.env['PATH'], ...settings },
    },
  )
  return stdout
}
