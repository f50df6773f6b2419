type ScriptUrlPolicy = { createScriptURL: (url: string) => string }
type Factory = { createPolicy: (name: 'worker', rules: ScriptUrlPolicy) => ScriptUrlPolicy }

const { trustedTypes } = globalThis as { trustedTypes?: Factory }

/** The page's policy lets only this name a worker's script, and only scripts of our own: see trusted-types in server/site/site.ts. */
const policy: ScriptUrlPolicy = {
  createScriptURL: (url) => {
    if (new URL(url, location.href).origin !== location.origin) throw new Error('A worker has to be one of our own.')
    return url
  },
}
const trusted = trustedTypes?.createPolicy('worker', policy) ?? policy

/** Starts a worker from an address that the build made: `import url from './it.worker?worker&url'`. */
export const startWorker = (url: string) => new Worker(trusted.createScriptURL(url), { type: 'module' })
