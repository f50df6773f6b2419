import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map(({ parentPath, name }) => path.join(parentPath, name))
  .filter((file) => !file.startsWith(path.join('src', 'inspector')))

test('the committed configuration does not enable the inspector', () => {
  expect(JSON.parse(readFileSync('public/config.json', 'utf8'))).not.toHaveProperty('inspect')
})

test('no actor gets an inspect option, which would slow it down', () => {
  const giving = sources.filter((file) =>
    /(?:createActor|use[A-Za-z]*(?:ActorRef|Machine|Actor))\([^;]*?\binspect\s*[:,}]/.test(readFileSync(file, 'utf8')),
  )
  expect(giving).toEqual([])
})
