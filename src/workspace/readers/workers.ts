type ScriptUrlPolicy = { createScriptURL: (url: string) => string }
type Factory = { createPolicy: (name: 'worker', rules: ScriptUrlPolicy) => ScriptUrlPolicy }

const { trustedTypes } = globalThis as { trustedTypes?: Factory }

/**
 * The page's content security policy allows only this Trusted Types policy to create worker URLs, and only same-origin
 * scripts. See trusted-types in server/site/site.ts.
 */
const policy: ScriptUrlPolicy = {
  createScriptURL: (url) => {
    if (new URL(url, location.href).origin !== location.origin)
      throw new Error('A worker script must be served from this site.')
    return url
  },
}
const trusted = trustedTypes?.createPolicy('worker', policy) ?? policy

/** Longer than it takes to read any realistic file. A malicious file must not occupy a CPU core forever. */
export const replyTimeoutMs = 60_000

/** Starts a worker from a URL provided by the build: `import url from './it.worker?worker&url'`. */
export const startWorker = (url: string) => new Worker(trusted.createScriptURL(url), { type: 'module' })

/**
 * Whether a worker that reports an error had started. If its script cannot be loaded, the event does not contain an
 * error. `hasReplied` tells whether the worker has sent a message before.
 */
export const hasStarted = (event: Event, hasReplied: boolean) => hasReplied || event instanceof ErrorEvent
