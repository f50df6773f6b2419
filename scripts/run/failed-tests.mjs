// Which tests of a runner's JSON report failed, and why, one after the other: what is read before the whole output.
import { stripVTControlCharacters } from 'node:util'

/** Of a report of Vitest: a failed file's own error counts as well. */
export const failedInVitest = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [said(name, '', message)] : []
    return failed.map(({ fullName, failureMessages }) => said(name, fullName, failureMessages[0]))
  })

/** Of a report of Playwright. */
export const failedInPlaywright = ({ suites, errors = [] }) => [
  ...errors.map(({ message }) => said('', '', message)),
  ...suites.flatMap(ofSuite),
]

const ofSuite = ({ suites = [], specs }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => said(file, title, tests[0]?.results[0]?.error?.message)),
  ...suites.flatMap(ofSuite),
]

const LINES = 12

const said = (file, title, message = '') => {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, LINES)
  return [`✗ ${[file, title].filter(Boolean).join(' › ')}`, ...lines].join('\n    ')
}
