/** Whether a browser can take over the islands of a page: from its HTML alone, or in a browser that shows it. */
import { islandProblems } from './island-problems.ts'

/** A page of a browser that has been driven to an address; those of Playwright and Puppeteer are some. */
export interface BrowserPage {
  evaluate(script: string): Promise<unknown>
}

/** How long `hydratesIn` waits. */
export interface HydratesInOptions {
  /** How long islands may take to start, in milliseconds. Default 10 000. */
  readonly timeoutMs?: number
}

/** What `expect.extend` asks of a matcher. */
export interface MatcherResult {
  readonly pass: boolean
  message(): string
}

/**
 * Throws when the HTML shows that its islands cannot be hydrated: markup that a browser's parser makes another tree of,
 * code or props that are not there, keys that stand twice, and when it has no island at all. It runs no island.
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
 * Waits until the islands of the page that a browser shows have started, and throws when one has failed, or shows other
 * than what the server sends for it. Islands that wait for a person are left out.
 */
export async function hydratesIn(page: BrowserPage, { timeoutMs = 10_000 }: HydratesInOptions = {}): Promise<void> {
  const problems = (await page.evaluate(`(${inPage})(${timeoutMs})`)) as readonly string[] // what the function below answers
  if (problems.length > 0) throw new Error(print(problems))
}

function print(problems: readonly string[]): string {
  return `The islands of the page cannot be hydrated.\n${problems.map((problem) => `- ${problem}`).join('\n')}`
}

/** Runs in the page: it knows nothing of this module. */
const inPage = `async function (timeoutMs) {
  const names = {}
  for (const list of document.querySelectorAll('script[id^=fw-islands]')) Object.assign(names, JSON.parse(list.textContent).n)
  const nameOf = (island) => '<' + (names[island.getAttribute('c')] || island.getAttribute('c')) + '>'
  const islands = [...document.querySelectorAll('fw-island')]
  if (islands.length === 0) return ['The page has no island: nothing of it is hydrated.']
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
  return [...late, ...failed.map((island) => 'The island ' + nameOf(island) + ' has failed; the console says why.'), ...differing]
}`
