/**
 * Firefox and WebKit, used in the same way. Playwright's own builds of them are not in any package registry, so the
 * installed browsers are used: Firefox over WebDriver BiDi, WebKitGTK over WebDriver.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import puppeteer, { type ElementHandle } from 'puppeteer-core'
import { Builder, Capabilities, type WebElement } from 'selenium-webdriver'
import { vi } from 'vitest'

import { freePorts } from '../../scripts/run/free-ports.mjs'

/** An element by its role and accessible name, or by a selector if it has no role or is hidden. */
type Target = { role: string; name: string | RegExp } | string

/** A user of a browser. Every action waits until its element is there. */
export type Driver = {
  goto: (address: string) => Promise<void>
  address: () => Promise<string>
  see: (target: Target) => Promise<void>
  /** Waits until an element has this text. */
  read: (text: string) => Promise<void>
  click: (target: Target) => Promise<void>
  type: (target: Target, text: string) => Promise<void>
  chooseFile: (target: Target, file: string) => Promise<void>
  screenshot: (file: string) => Promise<void>
  /** Errors in the pages, and what their CSP blocked. Always empty in WebKit, whose driver reports neither. */
  faults: () => string[]
  close: () => Promise<void>
}

/** The part of a driver that differs between the protocols. `Element` is the protocol's reference to an element. */
type Protocol<Element> = Pick<Driver, 'goto' | 'address' | 'screenshot' | 'faults' | 'close'> & {
  /** Runs statements in the page. */
  run: (script: string) => Promise<unknown>
  /** Evaluates an expression in the page. Resolves to its element; null if the element is not there yet. */
  element: (expression: string) => Promise<Element | null>
  click: (element: Element) => Promise<void>
  type: (element: Element, text: string) => Promise<void>
  chooseFile: (element: Element, file: string) => Promise<void>
}

const timeout = 30_000
const library = path.resolve('node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js')

const written = (name: string | RegExp) => (typeof name === 'string' ? JSON.stringify(name) : String(name))

/**
 * The element if it can be used and has not moved since the last attempt. Drivers click at the position that an element
 * had, and a page that is still loading may move it.
 */
const steady = (expression: string) => `((element) => {
  const places = (window.placesOfElements ??= new WeakMap())
  element?.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = element?.getBoundingClientRect() ?? {}
  const place = [x, y, width, height].join()
  const isSteady = element && places.get(element) === place && !element.matches(':disabled')
  if (element) places.set(element, place)
  return isSteady ? element : null
})(${expression})`

async function driverOver<Element>(protocol: Protocol<Element>): Promise<Driver> {
  const source = await readFile(library, 'utf8')
  const expressionOf = (target: Target) =>
    typeof target === 'string'
      ? `document.querySelector(${JSON.stringify(target)})`
      : `TestingLibraryDom.queryAllByRole(document.body, '${target.role}', { name: ${written(target.name)} })[0] ?? null`
  const find = (target: Target) => waitFor(expressionOf(target))
  const waitFor = (expression: string) =>
    vi.waitFor(
      async () => {
        // A page that was loaded since the last step does not have the library yet.
        await protocol.run(`if (!('TestingLibraryDom' in window)) { ${source} }`)
        const element = await protocol.element(expression)
        if (element === null) throw new Error(`There is no ${expression} at ${await protocol.address()}.`)
        return element
      },
      { timeout, interval: 200 },
    )
  return {
    ...protocol,
    see: async (target) => void (await find(target)),
    read: async (text) =>
      void (await waitFor(`TestingLibraryDom.queryByText(document.body, ${JSON.stringify(text)}) ?? null`)),
    click: async (target) => protocol.click(await waitFor(steady(expressionOf(target)))),
    type: async (target, text) => protocol.type(await find(target), text),
    chooseFile: async (target, file) => protocol.chooseFile(await find(target), file),
  }
}

/** The first of these files that exists, or the first program with one of these names in PATH. */
function found(names: string[], files: string[] = []): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return (
    [...files, ...names.flatMap((name) => folders.map((folder) => path.join(folder, name)))].find((file) =>
      existsSync(file),
    ) ?? null
  )
}

const firefoxPath =
  process.env['FIREFOX_PATH'] ?? found(['firefox', 'firefox-esr'], ['/Applications/Firefox.app/Contents/MacOS/firefox'])

/** Starts Firefox. Null if it is not installed. */
export const startFirefox =
  firefoxPath === null
    ? null
    : async (): Promise<Driver> => {
        const browser = await puppeteer.launch({
          browser: 'firefox',
          executablePath: firefoxPath,
          headless: true,
          defaultViewport: { width: 1280, height: 900 },
        })
        const page = await browser.newPage()
        const faults: string[] = []
        page.on('pageerror', (error) => faults.push(String(error)))
        return driverOver({
          goto: async (address) => void (await page.goto(address)),
          address: async () => page.url(),
          run: (script) => page.evaluate(script),
          element: async (expression) => {
            const handle = await page.evaluateHandle(expression)
            return handle.asElement() as ElementHandle | null
          },
          click: (element) => element.click(),
          type: (element, text) => element.type(text),
          chooseFile: async (element, file) => (await element.toElement('input')).uploadFile(file),
          screenshot: async (file) => writeFile(file, await page.screenshot()),
          faults: () => faults,
          close: () => browser.close(),
        })
      }

const webKitDriver = found(['WebKitWebDriver'])
const libraries = ['/usr/lib', '/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec']
/** WebKitGTK's small browser, which its driver starts. */
const miniBrowser = found(
  [],
  libraries.flatMap((folder) =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.startsWith('webkit2gtk-'))
      .map((name) => path.join(folder, name, 'MiniBrowser')),
  ),
)
const display = process.env['DISPLAY']
const virtualDisplay = found(['Xvfb'])

/** Starts WebKit on the display, or else on a virtual one. Null if WebKit is not installed or there is no display. */
export const startWebKit =
  webKitDriver === null || miniBrowser === null || (display === undefined && virtualDisplay === null)
    ? null
    : async (): Promise<Driver> => {
        const children: ChildProcess[] = []
        const shown = display ?? (await startDisplay(virtualDisplay ?? '', children))
        const port = await freePorts(1)
        children.push(
          spawn(webKitDriver, [`--port=${port}`], {
            // The sandbox needs privileges that a container does not grant. Only our own pages are opened.
            env: { ...process.env, DISPLAY: shown, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
            stdio: 'ignore',
          }),
        )
        const wanted = new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
        })
        const browser = await vi.waitFor(
          () => new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(wanted).build(),
          { timeout, interval: 200 },
        )
        await browser.manage().window().setRect({ width: 1280, height: 1000 })
        return driverOver<WebElement>({
          goto: (address) => browser.get(address),
          address: () => browser.getCurrentUrl(),
          run: (script) => browser.executeScript(script),
          element: (expression) => browser.executeScript<WebElement | null>(`return ${expression}`),
          click: (element) => element.click(),
          type: (element, text) => element.sendKeys(text),
          chooseFile: (element, file) => element.sendKeys(file),
          screenshot: async (file) => writeFile(file, await browser.takeScreenshot(), 'base64'),
          faults: () => [],
          close: async () => {
            await browser.quit()
            children.forEach((child) => child.kill())
          },
        })
      }

/** Starts a virtual display. Resolves to its name. */
function startDisplay(program: string, children: ChildProcess[]): Promise<string> {
  const child = spawn(program, ['-displayfd', '1', '-screen', '0', '1400x1100x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.stdout.once('data', (number: Buffer) => resolve(`:${String(number).trim()}`))
  })
}
