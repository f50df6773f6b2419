/**
 * Writes reports/model/index.html, a script-free report on the paths of the model-based tests, and coverage.json, with
 * which the visualizer shows the results on the charts. The report contains the machine with the given file name, or
 * all machines; coverage.json contains the latest results of every machine.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AnyStateMachine } from 'xstate'

import { catalogue } from '../../machines/catalogue'
import { coverageFrom, writeCoverage } from '../machines/coverage-file'
import { drawingOf } from '../machines/drawing/layout'
import { transitionsOf } from '../../src/inspector/outline'
import type { Shape } from '../../src/inspector/chart/sheets'
import { outlineOf } from '../../src/inspector/states'
import { restingStates, transitionKey } from '../../tests/model-based/model'
import { unreachable, unreachableInBrowser } from '../../tests/model-based/unreachable'
import { allWalked, fileNameOf, slugOf, type Walked } from '../../tests/model-based/paths'

const folder = path.resolve('reports/model')
const levels = ['view', 'browser'] as const
type Level = (typeof levels)[number]
const levelNames: Record<Level, string> = { view: 'Machine against view', browser: 'Machine against the product' }

/** The combined coverage of one machine at one level. */
type Sum = { graphPaths: Walked['graphPaths']; transitions: Set<string>; places: Set<string> }

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

const sumOf = (walked: Walked[], title: string, level: Level): Sum => {
  const own = walked.filter((entry) => entry.title === title && entry.level === level)
  return {
    graphPaths: own.flatMap(({ graphPaths }) => graphPaths),
    transitions: new Set(own.flatMap(({ transitions }) => transitions)),
    places: new Set(own.flatMap(({ places }) => places)),
  }
}

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${part} of ${whole}`)

/** Renders the chart. The class of each state and arrow is the level at which it was covered. */
async function chart(machine: AnyStateMachine, sums: Record<Level, Sum>) {
  const { width, height, shapes } = await drawingOf(outlineOf(machine))
  const keys = transitionsOf(machine).map((transition) => transitionKey(transition as never))
  const levelOfArrow = (number: number) =>
    sums.browser.transitions.has(keys[number] ?? '')
      ? 'browser'
      : sums.view.transitions.has(keys[number] ?? '')
        ? 'view'
        : 'never'
  const levelOfState = (id: string) => {
    const place = id.split('.').slice(1).join('.')
    return sums.browser.places.has(place) ? 'browser' : sums.view.places.has(place) ? 'view' : ''
  }
  const draw = (shape: Shape | string): string => {
    if (typeof shape === 'string') return escaped(shape)
    const { tag, attributes, children } = shape
    const { class: kind = '', 'data-arrow': arrow, 'data-state': state, ...rest } = attributes
    const line = /^arrow-(\d+)$/.exec(kind)?.[1]
    const level = (arrow ?? line) ? levelOfArrow(Number(arrow ?? line)) : state === undefined ? '' : levelOfState(state)
    const given = Object.entries({
      ...rest,
      class: [line ? 'within' : kind, level && `by-${level}`].filter(Boolean).join(' '),
    })
    return `<${tag}${given.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')}>${children.map(draw).join('')}</${tag}>`
  }
  return `<div class="chart"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Statechart">${shapes.map(draw).join('')}</svg></div>`
}

const wayOf = ({ situation, steps, failure, screenshot, trace }: Walked['graphPaths'][number]) =>
  `<li${failure ? ' class="failed"' : ''}><span class="situation">${escaped(situation)}</span>` +
  `<ol>${steps.map((step) => ('state' in step ? `<li class="state">${escaped(step.state)}</li>` : `<li>${escaped(step.event)}</li>`)).join('')}</ol>` +
  (failure ? `<pre>${escaped(failure)}</pre>` : '') +
  (screenshot
    ? `<a href="${escaped(screenshot)}"><img src="${escaped(screenshot)}" alt="What the page showed" loading="lazy"></a>`
    : '') +
  (trace ? `<p>Trace: <code>npx playwright show-trace ${escaped(trace.replace(/^(\.\.\/)+/, ''))}</code></p>` : '') +
  '</li>'

const pathsOf = (level: Level, { graphPaths }: Sum) =>
  graphPaths.length === 0
    ? ''
    : `<details${graphPaths.some(({ failure }) => failure) ? ' open' : ''}><summary>${levelNames[level]}: ${graphPaths.length} ${graphPaths.length === 1 ? 'path' : 'paths'}</summary><ul class="graphPaths">${graphPaths.map(wayOf).join('')}</ul></details>`

const exceptionsOf = (title: string) => {
  const all = { ...unreachable[title], ...unreachableInBrowser[title] }
  const rows = Object.entries(all).map(([key, why]) => `<li><code>${escaped(key)}</code> ${escaped(why)}</li>`)
  return rows.length > 0 ? `<h3>Not reached by any path</h3><ul class="exceptions">${rows.join('')}</ul>` : ''
}

const selected = process.argv[2]
const machines = (Object.entries(catalogue) as [string, AnyStateMachine][]).filter(
  ([, machine]) => selected === undefined || fileNameOf(machine) === selected,
)
const walked = allWalked()
const rows: string[] = []
const sections: string[] = []
for (const [title, machine] of machines) {
  const sums = { view: sumOf(walked, title, 'view'), browser: sumOf(walked, title, 'browser') }
  const failures = levels.flatMap((level) => sums[level].graphPaths).filter(({ failure }) => failure).length
  const places = restingStates(machine)
  const transitions = transitionsOf(machine).length
  const slug = slugOf(title)
  const hasTour = sums.browser.graphPaths.length > 0
  rows.push(
    `<tr><th scope="row"><a href="#${slug}">${escaped(title)}</a></th>` +
      `<td>${share(places.filter((place) => sums.view.places.has(place)).length, places.length)}</td>` +
      `<td>${share(sums.view.transitions.size, transitions)}</td>` +
      `<td>${hasTour ? share(places.filter((place) => sums.browser.places.has(place)).length, places.length) : '–'}</td>` +
      `<td>${sums.view.graphPaths.length + sums.browser.graphPaths.length}</td>` +
      `<td${failures > 0 ? ' class="failed"' : ''}>${failures}</td></tr>`,
  )
  sections.push(
    `<section id="${slug}" aria-labelledby="${slug}-title"><h2 id="${slug}-title">${escaped(title)}</h2>` +
      (await chart(machine, sums)) +
      levels.map((level) => pathsOf(level, sums[level])).join('') +
      exceptionsOf(title) +
      '</section>',
  )
}
const style = await readFile(new URL('./model-report.css', import.meta.url), 'utf8')
await mkdir(folder, { recursive: true })
await writeFile(
  path.join(folder, 'index.html'),
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Model-based tests</title><style>${style}</style></head><body><header><h1>Model-based tests</h1>
<p>Each path is a test. It triggers events like a user and checks what the user sees in every state.</p>
<ul class="legend"><li class="by-browser">covered in the running product</li><li class="by-view">covered only by the view tests</li><li class="by-never">not covered</li></ul></header>
<main><table><thead><tr><th scope="col">Machine</th><th scope="col">States, views</th><th scope="col">Transitions, views</th><th scope="col">States, product</th><th scope="col">Paths</th><th scope="col">Failures</th></tr></thead><tbody>${rows.join('')}</tbody></table>
${sections.join('\n')}</main></body></html>
`,
)
// Contains all machines that were tested, including those in earlier runs.
await writeCoverage(path.join(folder, 'coverage.json'), coverageFrom(walked))
console.log(`Report: ${path.relative(process.cwd(), path.join(folder, 'index.html'))}`)
