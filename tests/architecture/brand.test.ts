import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { brand, partners } from '../../src/content/brand'
import { covers } from '../spec-coverage/covers'

/** The company's identity is defined in a single file, so rebranding the product means changing only that file. */

const texts = ['src', 'machines', 'server', 'openapi', 'scripts', 'public']
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(tsx?|mjs|html|json|css|svg|webmanifest|yaml|txt)$/.test(entry.name))
  .map(({ parentPath, name }) => path.join(parentPath, name))
  .concat('index.html')

const holding = (word: string) => texts.filter((file) => readFileSync(file, 'utf8').includes(word))

test('the name, mail addresses, postal address, network and partners are in one file', () => {
  covers('decisions-brand-one-file')
  const words = [brand.name, brand.supportEmail, brand.privacyEmail, brand.address[0] ?? '', brand.social.url]
  for (const word of [...words, ...partners.map(({ name }) => name)]) {
    expect(holding(word), word).toEqual(['src/content/brand.ts'])
  }
})

test('the company is Viastack of Campbell, with example.com mail addresses', () => {
  covers('decisions-brand-name')
  expect(brand.name).toBe('Viastack')
  expect(brand.address.join(' ')).toContain('Campbell, CA')
  for (const address of [brand.supportEmail, brand.privacyEmail]) expect(address).toMatch(/@example\.com$/)
})
