/**
 * Pages of the demo tool: a decoupling network's impedance and its target, rendered on the server. They work without a
 * script.
 */
import { html, page } from '../http/page'
import { type Network, netlist, type Point, sweep } from './pdn-impedance'

/** The user whose token opened the tool. */
export type Owner = {
  id: string
  username: string
  email: string
  firstName: string
  lastName: string
  roles: string[]
}

type Frame = { isTrial: boolean; siteUrl: string }

export function toolPage({ owner, network, ...frame }: { owner: Owner; network: Network } & Frame) {
  const points = sweep(network)
  const target = network.targetMilliohm / 1000
  const above = points.filter(({ ohm }) => ohm > target)
  const worst = points.reduce((most, point) => (point.ohm > most.ohm ? point : most))
  const name = `${owner.firstName} ${owner.lastName}`.trim() || owner.username

  return page({
    ...frame,
    title: 'S2SPice: power delivery network',
    base: '',
    wide: true,
    main: html`<p class="eyebrow">S2SPice demo</p>
<h1>Power delivery network</h1>
<dl>
<dt>Opened by</dt><dd>${name}</dd>
<dt>E-mail</dt><dd>${owner.email || 'not given'}</dd>
<dt>Roles</dt><dd>${owner.roles.join(', ') || 'none'}</dd>
</dl>
<h2>Decoupling</h2>
<form method="get" action="/">
<div class="fields">
${field('bulk', 'Bulk capacitors, 330 µF', network.bulk, 0, 20)}
${field('ceramic', 'Ceramic capacitors, 10 µF', network.ceramic, 0, 200)}
${field('target', 'Target impedance, mΩ', network.targetMilliohm, 1, 1000)}
</div>
<button>Draw</button>
</form>
<figure>
${plot(points, target)}
<figcaption>Impedance at the chip from 10 kHz to 1 GHz (green), target ${network.targetMilliohm} mΩ (copper, dashed).
${
  above.length === 0
    ? 'The impedance does not exceed the target at any frequency in this range.'
    : `The target is first exceeded at ${frequency(above[0])} and last at ${frequency(above.at(-1))}; the highest impedance is ${(worst.ohm * 1000).toFixed(1)} mΩ at ${frequency(worst)}.`
}</figcaption>
</figure>
<h2>SPICE model</h2>
<pre tabindex="0" aria-label="SPICE netlist">${netlist(network)}</pre>`,
  })
}

const field = (id: string, label: string, value: number, min: number, max: number) => html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${id}" type="number" inputmode="numeric" value="${value}" min="${min}" max="${max}" required>
</div>`

function frequency(point: Point | undefined): string {
  const hertz = point?.hertz ?? 0
  const [unit, size] = hertz >= 1e9 ? ['GHz', 1e9] : hertz >= 1e6 ? ['MHz', 1e6] : ['kHz', 1e3]
  return `${(hertz / size).toPrecision(3)} ${unit}`
}

const WIDTH = 640
const HEIGHT = 320
const LEFT = 72
const BOTTOM = 32
/** Exponents of the axis limits: 10 kHz to 1 GHz, 0.1 mΩ to 10 Ω. */
const X_DECADES = [4, 9] as const
const Y_DECADES = [-4, 1] as const

const along = (value: number, [from, to]: readonly [number, number]) => (Math.log10(value) - from) / (to - from)
const x = (hertz: number) => LEFT + along(hertz, X_DECADES) * (WIDTH - LEFT - 8)
const y = (ohm: number) => 8 + (1 - along(ohm, Y_DECADES)) * (HEIGHT - BOTTOM - 8)

function plot(points: Point[], target: number) {
  const curve = points
    .map(({ hertz, ohm }, n) => `${n ? 'L' : 'M'}${x(hertz).toFixed(1)} ${y(ohm).toFixed(1)}`)
    .join('')
  const decades = ([from, to]: readonly [number, number]) =>
    Array.from({ length: to - from + 1 }, (_, n) => 10 ** (from + n))

  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Impedance over frequency">
${decades(X_DECADES).map(
  (hertz) => html`<path class="grid" d="M${x(hertz)} 8V${HEIGHT - BOTTOM}"/>
<text x="${x(hertz)}" y="${HEIGHT - 10}" text-anchor="${hertz === 1e9 ? 'end' : 'middle'}">${frequencyTick(hertz)}</text>
`,
)}${decades(Y_DECADES).map(
  (ohm) => html`<path class="grid" d="M${LEFT} ${y(ohm)}H${WIDTH - 8}"/>
<text x="${LEFT - 8}" y="${y(ohm) + 4}" text-anchor="end">${ohm < 1 ? `${Number((ohm * 1000).toFixed(1))} mΩ` : `${ohm} Ω`}</text>
`,
)}<path class="target" d="M${LEFT} ${y(target)}H${WIDTH - 8}"/>
<path class="curve" d="${curve}"/>
</svg>`
}

const frequencyTick = (hertz: number) =>
  hertz >= 1e9 ? `${hertz / 1e9} GHz` : hertz >= 1e6 ? `${hertz / 1e6} MHz` : `${hertz / 1e3} kHz`

/** The page for a refused or unverifiable token. It does not show the token. */
export const refusedPage = ({ verdict, ...frame }: { verdict: 'refused' | 'unreachable' } & Frame) =>
  page({
    ...frame,
    title: verdict === 'refused' ? 'S2SPice: not signed in' : 'S2SPice: try again later',
    base: '',
    main: html`<p class="eyebrow">S2SPice demo</p>
<h1>${verdict === 'refused' ? 'You are not signed in to the tool' : 'The sign-in cannot be checked'}</h1>
<p>${
      verdict === 'refused'
        ? 'The link has expired or was created for another tool. Open the tool from the site again.'
        : 'The site that confirms your sign-in is not responding. Please try again in a minute.'
    }</p>
<p class="actions"><a class="button" href="${frame.siteUrl}/#id_tools">Go to the tools</a></p>`,
  })
