import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { expect, test } from 'vitest'

/** The bans of eslint.config.js that keep modules apart, each broken once and expected by name. */

const { rules: withoutTypes } = tseslint.configs.disableTypeChecked
const eslint = new ESLint({
  // These modules stand in no project of the type checker; their rules need no types.
  overrideConfig: {
    languageOptions: { parserOptions: { projectService: false } },
    ...(withoutTypes && { rules: withoutTypes }),
  },
})

const cases: [file: string, code: string, rule: string | null][] = [
  ['machines/site/news.ts', `export const load = () => fetch('/news')`, 'no-restricted-globals'],
  ['machines/site/news.ts', `export const load = () => globalThis.fetch('/news')`, 'no-restricted-globals'],
  ['machines/site/news.ts', 'export const width = () => window.innerWidth', 'no-restricted-globals'],
  ['machines/site/news.ts', 'export const title = () => document.title', 'no-restricted-globals'],
  ['machines/site/news.ts', `export const kept = () => localStorage.getItem('a')`, 'no-restricted-globals'],
  ['machines/site/news.ts', `export const kept = () => sessionStorage.getItem('a')`, 'no-restricted-globals'],
  ['machines/site/news.ts', `export { useState } from 'react'`, 'no-restricted-imports'],
  ['machines/site/news.ts', `export { redirect } from '@tanstack/react-router'`, 'no-restricted-imports'],
  ['machines/site/news.ts', `export { useMachine } from '@xstate/react'`, 'no-restricted-imports'],
  ['machines/site/news.ts', `export { setup } from 'xstate'\nexport { messageOf } from '../lib/message-of'`, null],
  ['src/site/news.ts', `export const load = () => fetch('/news')`, null],
  ['machines/site/news.ts', 'export default 1', 'no-restricted-exports'],
  ['src/site/news.ts', 'const news = 1\nexport { news as default }', 'no-restricted-exports'],
  ['server/news.ts', 'export default 1', 'no-restricted-exports'],
  ['server/database/drizzle.config.ts', 'export default 1', null],
  ['src/site/news.ts', 'export const news: any = 1', '@typescript-eslint/no-explicit-any'],
  ['src/site/news.ts', `console.log('here')`, 'no-console'],
  ['src/site/news.ts', `console.warn('Loading took too long.')`, null],
  ['server/news.ts', 'export const port = process.env.PORT', 'no-restricted-properties'],
  ['server/news.ts', 'export const { env } = process', 'no-restricted-properties'],
  ['server/news.ts', `export { env } from 'node:process'`, 'no-restricted-imports'],
  ['src/site/news.ts', 'export const mode = process.env.MODE', 'no-restricted-properties'],
  ['src/workspace/news-machines.ts', `export { fromPromise } from 'xstate'`, 'no-restricted-imports'],
  ['src/workspace/news-machines.ts', `export { env } from 'node:process'`, 'no-restricted-imports'],
  ['server/main.ts', 'export const port = process.env.PORT', null],
  ['server/config.ts', 'export const port = process.env.PORT', null],
  ['scripts/start.mjs', 'export const port = process.env.PORT', null],
  [
    'src/site/home/news.tsx',
    `import { useState } from 'react'\nexport function News({ on }: { on: boolean }) {\n  return on ? useState(0)[0] : null\n}`,
    'react-hooks/rules-of-hooks',
  ],
]

test.each(cases)('%s: %s', async (filePath, code, rule) => {
  const [result] = await eslint.lintText(`${code}\n`, { filePath })
  const named = result?.messages.map(({ ruleId }) => ruleId)
  expect(named).toEqual(rule === null ? [] : [rule])
})
