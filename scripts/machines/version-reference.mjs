import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Runs git in this repository. Throws an error with git's message. */
export function git(args) {
  try {
    return execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e9 })
  } catch (error) {
    throw new Error(`git ${args[0]}: ${String(error.stderr ?? '').trim() || error.message}`, { cause: error })
  }
}

/**
 * Resolves the value of `--against`: the sheets.json of a gallery, or a commit of this repository and the folders in it
 * that the machines need. Throws an error with a message for the user if it is neither. A folder with that name is
 * ignored, because a branch can have the same name.
 */
export function versionNamed(reference) {
  if (reference.trim() === '') throw new Error('--against needs a commit, or the sheets.json of a gallery.')
  const file = path.resolve(reference)
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) {
    if (!isGallery(file)) throw new Error(`${reference} is not the sheets.json of a gallery.`)
    return { file }
  }
  const commit = commitNamed(reference)
  const found = git(['ls-tree', '--name-only', commit, 'machines/catalogue.ts', 'openapi']).toString().split('\n')
  if (!found.includes('machines/catalogue.ts')) throw new Error(`${reference} has no machines/catalogue.ts.`)
  return { commit, folders: ['machines', ...found.filter((name) => name === 'openapi')] }
}

function isGallery(file) {
  try {
    return Array.isArray(JSON.parse(readFileSync(file, 'utf8')).sheets)
  } catch {
    return false
  }
}

function commitNamed(reference) {
  try {
    return git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${reference}^{commit}`])
      .toString()
      .trim()
  } catch (error) {
    throw new Error(`${reference} is neither a commit of this repository nor a file.`, { cause: error })
  }
}
