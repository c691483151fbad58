/** Compares the dynamic content of an element with the nodes that the server sent in its place. */
import { sharedConfig } from 'solid-js'
import { isHydrating, reportMismatch } from './mismatch.ts'
import { joinTexts, listParts, type Part, printElement } from './print-markup.ts'

/** A value that Solid inserts, and the content to which it resolves while Solid hydrates. */
export interface WatchedContent {
  /** Value to insert in place of the original. */
  readonly value: unknown
  /** Returns the content in order; `undefined` if it isn't known. */
  read(): readonly Part[] | undefined
}

/** Follows a value through functions and lists, without calling anything a second time. */
export function watchContent(value: unknown): WatchedContent {
  if (typeof value === 'function') return watchFunction(value as () => unknown)
  if (Array.isArray(value)) {
    const items = value.map(watchContent)
    const isChanged = items.some((item, index) => item.value !== value[index])
    return { value: isChanged ? items.map((item) => item.value) : value, read: () => joinAll(items) }
  }
  const parts = toParts(value)
  return { value, read: () => parts }
}

function watchFunction(read: () => unknown): WatchedContent {
  let resolved: WatchedContent | undefined
  const value = () => {
    const next = read()
    if (!isHydrating()) return next
    resolved = watchContent(next)
    return resolved.value
  }
  return { value, read: () => resolved?.read() }
}

function joinAll(items: readonly WatchedContent[]): readonly Part[] | undefined {
  const parts: Part[] = []
  for (const item of items) {
    const read = item.read()
    if (read === undefined) return undefined
    parts.push(...read)
  }
  return parts
}

function toParts(value: unknown): readonly Part[] | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') return []
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  if (value instanceof Text) return [value.data]
  return value instanceof Element ? [value] : undefined
}

/** Returns a snapshot of the server's content, for a comparison after Solid has changed it. */
export function snapshotContent(nodes: Iterable<Node>): readonly Part[] {
  return listParts(nodes)
}

/** Reports where `content` differs from what the server sent in `parent`. Call it after the content was inserted. */
export function compareContent(parent: Element, sent: readonly Part[], content: WatchedContent): void {
  const read = content.read()
  if (read === undefined) return
  const rendered = joinTexts(read)
  const [server, browser] = [sent.filter(isElement), rendered.filter(isElement)]
  // The app has created the nodes itself.
  if (browser.some((element) => !server.includes(element))) return
  const dropped = server.filter((element) => !browser.includes(element))
  if (dropped.length > 0) {
    if (dropped.every(isHydratable) && !isPending(parent))
      report(parent, sent, rendered, describeDropped(dropped), true)
    return
  }
  const [sentTexts, texts] = [listTexts(sent), listTexts(rendered)]
  const differs = sentTexts.some((text, index) => {
    const other = texts[index] ?? ''
    return !isSameText(text, other, parent) && !(other === '' && isPending(parent))
  })
  if (differs) report(parent, sent, rendered, 'differs in its text', false)
}

function describeDropped(dropped: readonly Element[]): string {
  const names = [...new Set(dropped.map(({ localName }) => `<${localName}>`))]
  return `has ${names.join(', ')} from the server that the browser doesn't render`
}

function report(
  parent: Element,
  sent: readonly Part[],
  rendered: readonly Part[],
  what: string,
  isStructural: boolean,
): void {
  const name = parent.localName === 'fw-island' ? 'the outermost content' : `<${parent.localName}>`
  reportMismatch(parent, {
    what: `${name} ${what}`,
    server: printElement(parent, sent),
    browser: printElement(parent, rendered),
    isStructural,
  })
}

function isElement(part: Part): part is Element {
  return typeof part !== 'string'
}

/** Returns whether Solid hydrates the element. Other elements, such as the content of `NoHydration`, have no key. */
function isHydratable(element: Element): boolean {
  return element.hasAttribute('data-hk') || element.localName === 'fw-slot'
}

/** Returns the texts before, between and after the elements. */
function listTexts(parts: readonly Part[]): readonly string[] {
  const texts = ['']
  for (const part of parts)
    if (typeof part === 'string') texts[texts.length - 1] += part
    else texts.push('')
  return texts
}

/** Compares texts as an HTML parser reads them: it changes line breaks, and drops the first one of some elements. */
export function isSameText(sent: string, rendered: string, parent: Element): boolean {
  const expected = rendered.replace(/\r\n?/g, '\n').replaceAll('\0', '')
  return sent === expected || (/^(?:pre|textarea|listing)$/.test(parent.localName) && `\n${sent}` === expected)
}

/** Key prefixes of islands with content that isn't hydrated. */
const unhydrated = new Set<string>()

/** Records that the current island skips the hydration of a part. */
export function noteUnhydrated(): void {
  const [id] = /^[^-]*-/.exec(sharedConfig.context?.id ?? '') ?? []
  if (id !== undefined) unhydrated.add(id)
}

/** Returns whether a part of the island hydrates later (`lazy()`, a pending boundary or resource) or never. */
function isPending(element: Element): boolean {
  if ((sharedConfig.count ?? 0) > 0) return true
  const id = `i${element.closest('fw-island')?.getAttribute('i')}-`
  if (unhydrated.has(id)) return true
  const { r = {} } = (globalThis as { _$HY?: { r?: Record<string, unknown> } })._$HY ?? {} // Solid's global
  return Object.entries(r).some(([key, value]) => key.startsWith(id) && (value === '$$f' || isWaiting(value)))
}

/** Returns whether a promise of the stream is pending. Solid sets `s` on settled promises. */
function isWaiting(value: unknown): boolean {
  const { then, s } = Object(value) as { then?: unknown; s?: unknown }
  return typeof then === 'function' && s === undefined
}
