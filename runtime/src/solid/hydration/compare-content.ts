/** Compares the dynamic content of an element with the nodes that the server sent in its place. */
import { sharedConfig } from 'solid-js'
import { isHydrating, reportMismatch } from './mismatch.ts'
import { joinTexts, listParts, type Part, printElement } from './print-markup.ts'

/** A value that Solid inserts, and what it resolves to while Solid hydrates. */
export interface WatchedContent {
  /** To be inserted in place of the value. */
  readonly value: unknown
  /** The content, in order; undefined where it isn't known. */
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

/** The server's content as it is now, for a comparison after Solid has changed it. */
export function snapshotContent(nodes: Iterable<Node>): readonly Part[] {
  return listParts(nodes)
}

/** Reports where `content` differs from what the server sent in `parent`. Call it after the content was inserted. */
export function compareContent(parent: Element, sent: readonly Part[], content: WatchedContent): void {
  const read = content.read()
  if (read === undefined) return
  const rendered = joinTexts(read)
  const [server, browser] = [sent.filter(isElement), rendered.filter(isElement)]
  // Nodes that the app made by itself.
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

/** What Solid didn't render for hydration, such as the content of `NoHydration`, has no key. */
function isHydratable(element: Element): boolean {
  return element.hasAttribute('data-hk') || element.localName === 'fw-slot'
}

/** The texts before, between and after the elements. */
function listTexts(parts: readonly Part[]): readonly string[] {
  const texts = ['']
  for (const part of parts)
    if (typeof part === 'string') texts[texts.length - 1] += part
    else texts.push('')
  return texts
}

/** The parser of HTML changes line breaks, and drops the first one of some elements. */
export function isSameText(sent: string, rendered: string, parent: Element): boolean {
  const expected = rendered.replace(/\r\n?/g, '\n').replaceAll('\0', '')
  return sent === expected || (/^(?:pre|textarea|listing)$/.test(parent.localName) && `\n${sent}` === expected)
}

/** Islands with content that isn't hydrated, by the start of their keys. */
const unhydrated = new Set<string>()

/** Call when the component that renders now skips hydration of a part. */
export function noteUnhydrated(): void {
  const [id] = /^[^-]*-/.exec(sharedConfig.context?.id ?? '') ?? []
  if (id !== undefined) unhydrated.add(id)
}

/** Whether a part of the island is hydrated later: `lazy()`, a boundary or a resource that waits, or never. */
function isPending(element: Element): boolean {
  if ((sharedConfig.count ?? 0) > 0) return true
  const id = `i${element.closest('fw-island')?.getAttribute('i')}-`
  if (unhydrated.has(id)) return true
  const { r = {} } = (globalThis as { _$HY?: { r?: Record<string, unknown> } })._$HY ?? {} // Solid's own global
  return Object.entries(r).some(([key, value]) => key.startsWith(id) && (value === '$$f' || isWaiting(value)))
}

/** Promises of the stream have `s` once they are settled. */
function isWaiting(value: unknown): boolean {
  const { then, s } = Object(value) as { then?: unknown; s?: unknown }
  return typeof then === 'function' && s === undefined
}
