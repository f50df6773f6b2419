/**
 * Executes the Dockerfile without a container engine: each stage is a folder that takes the place of the container's
 * root. The base images are not used; Node and npm are those that run this script.
 */
import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * @typedef {{ keyword: string, text: string }} Instruction
 * @typedef {{ name: string, instructions: Instruction[] }} Stage
 */

/** Returns the stages of a container file. The last one is called `image` if it has no name. */
export function readStages(text) {
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages = []
  for (const line of lines) {
    const [, keyword, rest] = /^([A-Z]+) +(.+)$/.exec(line) ?? []
    if (!keyword) throw new Error(`Not an instruction: ${line}`)
    if (keyword === 'FROM') stages.push({ name: / AS (\S+)$/.exec(rest)?.[1] ?? 'image', instructions: [] })
    else if (stages.length === 0) throw new Error(`${keyword} comes before FROM.`)
    else stages.at(-1).instructions.push({ keyword, text: rest })
  }
  return stages
}

/** The text of the instruction with this keyword in a stage. Throws unless there is exactly one. */
export function textOf(stage, keyword) {
  const found = stage.instructions.filter((one) => one.keyword === keyword)
  if (found.length !== 1)
    throw new Error(`Stage ${stage.name} contains ${keyword} ${found.length} times instead of once.`)
  return found[0].text
}

/** Returns the files that the build context contains. Supports only the syntax that our .dockerignore uses. */
export function filesInContext(files, ignore) {
  const [first, ...others] = ignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  if (first !== '**' || others.some((line) => !/^![\w./-]+$/.test(line)))
    throw new Error('.dockerignore has to exclude everything first, and then include files and folders by name.')
  const included = others.map((line) => line.slice(1))
  return files.filter((file) => included.some((name) => file === name || file.startsWith(`${name}/`)))
}

/**
 * Builds each stage in a folder inside `into` that is named after the stage, and returns the last stage. A stage whose
 * folder already exists is not built again. `context` is the folder that COPY reads; `owner` is the user id for files
 * that belong to the user `node`.
 */
export function buildImage(dockerfile, { into, context, owner }) {
  const stages = readStages(dockerfile)
  for (const stage of stages) {
    const root = path.join(into, stage.name)
    if (existsSync(root)) continue
    mkdirSync(root)
    buildStage(stage, { root, into, context, owner })
  }
  return stages.at(-1)
}

function buildStage({ name, instructions }, { root, into, context, owner }) {
  let folder = '/'
  const env = outerEnvironment()
  for (const { keyword, text } of instructions) {
    if (keyword === 'WORKDIR') {
      folder = path.posix.resolve(folder, text)
      mkdirSync(path.join(root, folder), { recursive: true })
    } else if (keyword === 'ENV') Object.assign(env, variablesOf(text))
    else if (keyword === 'COPY') {
      const [, from, sources, target] = /^(?:--from=(\S+) )?(.+) (\S+)$/.exec(text) ?? []
      const origin = from === undefined ? context : path.join(into, from)
      copy(origin, sources.split(' '), path.join(root, path.posix.resolve(folder, target)), target)
    } else if (keyword === 'RUN') {
      const [, given] = /^install -d -o node -g node (\/\S+)$/.exec(text) ?? []
      if (given !== undefined) {
        mkdirSync(path.join(root, given))
        if (owner !== undefined) chownSync(path.join(root, given), owner, owner)
      }
      // Another command could change this machine instead of the folder.
      else if (!/^npm [\w .=-]+$/.test(text)) throw new Error(`${name} runs a command that needs a container: ${text}`)
      else {
        console.log(`${name}: ${text}`)
        execFileSync('sh', ['-c', text], { cwd: path.join(root, folder), env, stdio: ['ignore', 'ignore', 'inherit'] })
      }
    }
  }
}

/**
 * Copies as COPY does: a folder stands for its contents, and a pattern may match nothing, but a file that is specified
 * by name must exist.
 */
function copy(origin, sources, target, asWritten) {
  const files = sources.flatMap((source) => {
    const found = source.includes('*') ? namesMatching(origin, source) : [source]
    return found.map((name) => path.join(origin, name))
  })
  const isFolder = asWritten.endsWith('/') || asWritten === '.'
  if (files.length > 1 && !isFolder)
    throw new Error(`COPY copies several files to ${asWritten}, which is not a folder.`)
  for (const file of files) {
    if (!existsSync(file)) throw new Error(`COPY: ${path.relative(origin, file)} is missing.`)
    const isFile = readdirOrNull(file) === null
    cpSync(file, isFile && isFolder ? path.join(target, path.basename(file)) : target, { recursive: true })
  }
}

function namesMatching(folder, pattern) {
  const [start, end] = pattern.split('*')
  return readdirSync(folder).filter((name) => name.startsWith(start) && name.endsWith(end))
}

function readdirOrNull(file) {
  try {
    return readdirSync(file)
  } catch (error) {
    if (error.code === 'ENOTDIR') return null
    throw error
  }
}

export const variablesOf = (text) =>
  Object.fromEntries(
    text.split(' ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )

/**
 * This process's environment without what npm adds for its scripts. With those additions, a command would find programs
 * in this clone's packages that the image does not have.
 */
function outerEnvironment() {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^npm_(?!config_)|^npm_config_local_prefix$|^(INIT_CWD|NODE_ENV|NODE_PATH|NODE_OPTIONS)$/.test(name),
  )
  const places = (process.env.PATH ?? '').split(path.delimiter).filter((one) => !one.includes('node_modules'))
  // Packages that were downloaded before are not downloaded again.
  return { ...Object.fromEntries(own), PATH: places.join(path.delimiter), npm_config_prefer_offline: 'true' }
}
