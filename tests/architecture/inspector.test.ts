import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map(({ parentPath, name }) => path.join(parentPath, name))
  .filter((file) => !file.startsWith(path.join('src', 'inspector')))

test('the app knows of the inspector in one place, which loads it only when config.json asks for it', () => {
  const naming = sources.filter((file) => readFileSync(file, 'utf8').includes('inspector/'))
  expect(naming).toEqual([path.join('src', 'main.ts')])
  const [asked] = /if \(config\.inspect.*/.exec(readFileSync('src/main.ts', 'utf8')) ?? []
  expect(asked).toContain("await import('./inspector/bridge')")
  // The committed configuration does not enable the inspector.
  expect(JSON.parse(readFileSync('public/config.json', 'utf8'))).not.toHaveProperty('inspect')
})

test('no actor is given an inspect option, so that none pays for it', () => {
  const giving = sources.filter((file) =>
    /(?:createActor|use[A-Za-z]*(?:ActorRef|Machine|Actor))\([^;]*?\binspect\s*[:,}]/.test(readFileSync(file, 'utf8')),
  )
  expect(giving).toEqual([])
})
