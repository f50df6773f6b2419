// Extracts the failed tests and their messages from a runner's JSON report, to be printed before the full output.
import { stripVTControlCharacters } from 'node:util'

/** Returns the failures in a Vitest report, including files that failed to load. */
export const failedInVitest = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [summary(name, '', message)] : []
    return failed.map(({ fullName, failureMessages }) => summary(name, fullName, failureMessages[0]))
  })

/** Returns the failures in a Playwright report. */
export const failedInPlaywright = ({ suites, errors = [] }) => [
  ...errors.map(({ message }) => summary('', '', message)),
  ...suites.flatMap(failedInSuite),
]

const failedInSuite = ({ suites = [], specs }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => summary(file, title, tests[0]?.results[0]?.error?.message)),
  ...suites.flatMap(failedInSuite),
]

const LINES = 12

const summary = (file, title, message = '') => {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, LINES)
  return [`✗ ${[file, title].filter(Boolean).join(' › ')}`, ...lines].join('\n    ')
}
