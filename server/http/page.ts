/**
 * The layout of the pages that the server renders: sign-in, payment sandbox, demo tool, share links, the result of the
 * contact form, and errors. The template tag escapes every value that is not markup. Pages load only a style sheet, the
 * site's font and one or two scripts, so that the content security policy can forbid everything else.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/** Trusted markup that is inserted without escaping. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | Markup[] | null

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

function render(value: Value): string {
  if (value === null) return ''
  if (value instanceof Markup) return value.text
  return Array.isArray(value) ? value.map(render).join('') : escape(String(value))
}

/** Template tag for markup. Values are escaped unless they are Markup; null renders nothing. */
export const html = (parts: TemplateStringsArray, ...values: Value[]) =>
  new Markup(parts.reduce((text, part, n) => text + render(values[n - 1] ?? null) + part))

const parts = {
  'page.css': ['text/css; charset=utf-8', readFileSync(new URL('./page.css', import.meta.url))],
  'page.js': ['text/javascript; charset=utf-8', readFileSync(new URL('./page-script.js', import.meta.url))],
  'geist.woff2': ['font/woff2', readFileSync(new URL('../../src/ui/fonts/geist.woff2', import.meta.url))],
} as const

/**
 * Part of the URLs of the style sheet and the script. It changes with the content of the files, since browsers cache
 * each URL for a year.
 */
const version = Object.values(parts)
  .reduce((hash, [, content]) => hash.update(content), createHash('sha256'))
  .digest('hex')
  .slice(0, 8)

/** Serves the files that pages with this base need. */
export function registerPageParts(app: FastifyInstance, base: string) {
  for (const [name, [type, content]] of Object.entries(parts)) {
    app.get(`${base}/${name}`, (_request, reply) =>
      reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=31536000' }).send(content),
    )
  }
}

/** The notice on every page of a trial. index.html contains the same text. */
const TRIAL_TEXT =
  'This is a trial site. Orders are not fulfilled, and data may be deleted at any time. Do not upload anything confidential.'

/** The site's themes. Without one, page-script.js applies the theme from the site's cookie; the default is light. */
export type Theme = 'light' | 'dark'

/**
 * Renders a document: a drawing next to the main content, or above it if the page is `wide` or the screen is small.
 * `base` is the path of its files, and `siteUrl` is what the logo links to.
 */
export const page = (o: {
  title: string
  base: string
  siteUrl: string
  script?: string
  wide?: boolean
  /** Whether to show the notice that this is a trial. */
  isTrial: boolean
  theme?: Theme | null
  main: Markup
}) =>
  html`<!doctype html>
<html lang="en"${o.theme ? html` data-theme="${o.theme}"` : null}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${o.title}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<link rel="preload" href="${o.base}/geist.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${o.base}/page.css?${version}">
<script src="${o.base}/page.js?${version}"></script>
${o.script ? html`<script src="${o.script}" defer></script>` : null}
</head>
<body${o.wide ? html` class="wide"` : null}>
<div class="board" aria-hidden="true">${drawing}</div>
<main>
${o.isTrial ? html`<p class="trial" role="note">${TRIAL_TEXT}</p>` : null}
<a class="home" href="${o.siteUrl}/" aria-label="Home page">${mark}</a>
${o.main}
</main>
</body>
</html>
`.text

/** The logo from the site's header, without the brand name: a via with its traces. */
const mark = html`<svg class="mark" viewBox="0 0 32 32" width="40" height="40" aria-hidden="true" focusable="false">
<path d="M3 5H6.5L12 10.8M29 5H25.5L20 10.8M16 22.5V29"/><circle cx="16" cy="15.5" r="6"/>
</svg>`

const icon = readFileSync(new URL('../../public/favicon.svg', import.meta.url), 'utf8')

/** Length-matched differential pairs and vias. The traces extend beyond the view box to fill any width. */
const drawing = html`<svg viewBox="0 0 400 400" preserveAspectRatio="xMidYMid slice" focusable="false">
<g class="plane"><path d="M-2000 40H120l60 60h2220M-2000 360H90l40-40h2270M40 0v400M360 0v400"/></g>
<g class="trace">
<path d="M-2000 150H80l30 30h40l20-20 20 20 20-20 20 20h40l30 30h2120"/>
<path d="M-2000 166H73l30 30h54l13-13 20 20 20-20 13 13h47l30 30h2110"/>
<path d="M150 -10v70l36 36v22M166 -10v63l36 36v29"/>
<path d="M230 410v-90l-28-28v-30M246 410v-97l-28-28v-23"/>
</g>
<g class="via">
<circle cx="186" cy="123" r="5"/><circle cx="202" cy="123" r="5"/>
<circle cx="202" cy="257" r="5"/><circle cx="218" cy="257" r="5"/>
<circle cx="80" cy="300" r="5"/><circle cx="310" cy="90" r="5"/><circle cx="324" cy="330" r="5"/>
</g>
</svg>`

/**
 * Returns the response headers of every page. `formTargets`: origins that a form may submit or redirect to.
 * `framedBy`: the only origin that may frame the page; none by default.
 */
export const pageHeaders = (o: { formTargets?: string[]; framedBy?: string } = {}) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `form-action ${["'self'", ...(o.formTargets ?? [])].join(' ')}`,
    "base-uri 'none'",
    `frame-ancestors ${o.framedBy ?? "'none'"}`,
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
})

/** Whether a page of another origin made the browser send this request. Clients without Sec-Fetch-Site are allowed. */
export const isForeignPost = (site: string | string[] | undefined) =>
  site !== undefined && site !== 'same-origin' && site !== 'none'
