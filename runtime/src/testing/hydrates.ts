/** Checks whether a browser can hydrate the islands of a page: by its HTML alone, or in a browser that shows it. */
import { islandProblems } from './island-problems.ts'

/** A browser page at some URL, such as a page of Playwright or Puppeteer. */
export interface BrowserPage {
  evaluate(script: string): Promise<unknown>
}

/** Options of `hydratesIn`. */
export interface HydratesInOptions {
  /** Maximum time for islands to start, in milliseconds. Default 10 000. */
  readonly timeoutMs?: number
}

/** The result of a matcher for `expect.extend`. */
export interface MatcherResult {
  readonly pass: boolean
  message(): string
}

/**
 * Checks whether the HTML can be hydrated, without running an island.
 * @throws {Error} If its islands can't be hydrated: markup that browsers parse as a different tree, missing code or props,
 * duplicate keys, or no island at all.
 */
export function hydrates(page: string | { readonly html: string }): void {
  const { pass, message } = toHydrate(page)
  if (!pass) throw new Error(message())
}

/** `hydrates` as a matcher: `expect.extend({ toHydrate })`, then `expect(html).toHydrate()`. */
export function toHydrate(page: string | { readonly html: string }): MatcherResult {
  const problems = islandProblems(typeof page === 'string' ? page : page.html)
  const pass = problems.length === 0
  return {
    pass,
    message: () => (pass ? 'The islands of the page can be hydrated.' : print(problems)),
  }
}

/**
 * Waits until the islands of the page in a browser have started. Throws if one has failed, or shows other content than the
 * server sends for it. Islands that wait for an interaction are ignored.
 */
export async function hydratesIn(page: BrowserPage, { timeoutMs = 10_000 }: HydratesInOptions = {}): Promise<void> {
  const problems = (await page.evaluate(`(${inPage})(${timeoutMs})`)) as readonly string[] // the result of the function below
  if (problems.length > 0) throw new Error(print(problems))
}

function print(problems: readonly string[]): string {
  return `The islands of the page cannot be hydrated.\n${problems.map((problem) => `- ${problem}`).join('\n')}`
}

/** Runs in the page, so it can't use this module. */
const inPage = `async function (timeoutMs) {
  const names = {}
  for (const list of document.querySelectorAll('script[id^=fw-islands]')) Object.assign(names, JSON.parse(list.textContent).n)
  const nameOf = (island) => '<' + (names[island.getAttribute('c')] || island.getAttribute('c')) + '>'
  const islands = [...document.querySelectorAll('fw-island')]
  if (islands.length === 0) return ['The page has no island, so nothing is hydrated.']
  for (const island of islands) island.firstElementChild?.scrollIntoView()
  const isOver = (island) => island.hasAttribute('ok') || island.hasAttribute('err') || !island.isConnected
  const waiting = () => islands.filter((island) => !isOver(island) && !island.hasAttribute('on'))
  const end = Date.now() + timeoutMs
  while (waiting().length > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
  const late = waiting().map((island) => 'The island ' + nameOf(island) + ' has not started in ' + timeoutMs + ' ms.')
  const failed = islands.filter((island) => island.hasAttribute('err'))
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  const sent = new DOMParser().parseFromString(await response.text(), 'text/html')
  const shape = (node) => {
    if (node.nodeType === 3) return node.data
    if (node.nodeType !== 1 || /^(?:FW-ISLAND|TEMPLATE|SCRIPT)$/.test(node.tagName)) return ''
    const own = [...node.attributes].filter(({ name }) => !/^data-hk$|^data-from-/.test(name))
    const attributes = own.map(({ name, value }) => ' ' + name + (value === '' ? '' : '="' + value + '"')).sort()
    return '<' + node.localName + attributes.join('') + '>' + [...node.childNodes].map(shape).join('') + '</' + node.localName + '>'
  }
  const inner = (island) => [...island.childNodes].map(shape).join('').replace(/\\s+/g, ' ')
  const differing = islands.filter((island) => island.hasAttribute('ok')).flatMap((island) => {
    const before = sent.querySelector('fw-island[i="' + CSS.escape(island.getAttribute('i')) + '"]')
    if (!before || before.hasAttribute('r') || inner(before) === inner(island)) return []
    const [was, is] = [inner(before), inner(island)]
    let at = 0
    while (was[at] === is[at]) at += 1
    const part = (text) => JSON.stringify(text.slice(Math.max(0, at - 20), at + 40))
    return ['The island ' + nameOf(island) + ' shows ' + part(is) + ', and the server sends ' + part(was) + '.']
  })
  return [...late, ...failed.map((island) => 'The island ' + nameOf(island) + ' has failed. The console shows the error.'), ...differing]
}`
