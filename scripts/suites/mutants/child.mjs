import { fileURLToPath } from 'node:url'
import { start } from '../../run/processes.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Starts a script that answers one message at a time. `ask` returns null if the script ends, or if it is silent for too
 * long: it sends messages of the type `progress` while it works.
 */
export function startChild(file, env = {}) {
  const started = start(process.execPath, ['--import', 'tsx', file], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const errors = []
  started.child.stderr.on('data', (chunk) => errors.push(chunk))
  let takeAnswer = () => {}
  let takeProgress = () => {}
  const ready = new Promise((resolve, reject) => {
    started.child.on('message', (message) => {
      if (message.type === 'ready') resolve()
      else if (message.type === 'done') takeAnswer(message)
      else takeProgress()
    })
    started.exited.then(() => {
      reject(new Error(`${file} did not start.\n${Buffer.concat(errors)}`))
      takeAnswer(null)
    })
  })
  ready.catch(() => {})

  return {
    end: () => started.end(),
    async ask(question, silenceMs) {
      await ready
      let timer
      const answer = await new Promise((resolve) => {
        takeAnswer = resolve
        takeProgress = () => {
          clearTimeout(timer)
          if (silenceMs) timer = setTimeout(resolve, silenceMs, null)
        }
        takeProgress()
        started.child.send(question)
      })
      clearTimeout(timer)
      takeProgress = () => {}
      return answer
    },
  }
}
