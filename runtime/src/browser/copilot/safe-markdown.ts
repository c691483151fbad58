/**
 * Renders the subset of Markdown that models write as nodes: nothing is parsed as HTML, images are left out, and
 * links show their host. Unknown syntax stays as written.
 */
import { trimEnd } from '#contract/trim-end.ts'
import { element } from '../approvals/value-nodes.ts'
import { INLINE } from './inline-pattern.ts'
import { safeLink } from './safe-link.ts'

type Child = Node | string

interface MarkdownOptions {
  /** URL of the page, which links are compared with. */
  readonly page: string
  /** Read by screen readers after links that open a tab. */
  readonly newTab: string
}

/** Shows a growing text. Finished blocks reuse their nodes, so that a selection in them stays. */
export function markdownView(into: HTMLElement, options: MarkdownOptions): (text: string) => void {
  let shown: readonly string[] = []
  return (text) => {
    const blocks = splitBlocks(text)
    const same = shown.findIndex((block, index) => block !== blocks[index])
    const keep = same === -1 ? shown.length : same
    while (into.childNodes.length > keep) into.lastChild?.remove()
    into.append(...blocks.slice(keep).map((block) => blockNode(block, options)))
    shown = blocks
  }
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const BULLET = /^\s*[-*+]\s+/
const NUMBER = /^\s*\d{1,9}[.)]\s+/
const ROW = /^\s*\|.*\|\s*$/
const KINDS = [BULLET, NUMBER, ROW, /^\s*>/] as const

/**
 * Limits of a block in lines and characters. While a text grows, its last block is rendered again and again, so that a
 * longer one would block the page.
 */
const LINES_MAX = 500
const BLOCK_MAX = 10_000
/** Limit in characters of the head of a table that is repeated. */
const HEAD_MAX = 500

/** Returns the source of each block. */
function splitBlocks(text: string): readonly string[] {
  const blocks: string[][] = []
  let length = 0
  const begin = (...lines: readonly string[]) => {
    blocks.push([...lines])
    length = lines.join('\n').length
  }
  const add = (line: string) => {
    const block = blocks.at(-1) ?? []
    length += line.length + 1
    if (block.length < LINES_MAX && length <= BLOCK_MAX) block.push(line)
    else begin(...getRepeatedLines(block), line)
  }
  let fence: string | undefined
  let isOpen = false
  for (const line of text.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      add(line)
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
      continue
    }
    const last = isOpen ? blocks.at(-1)?.at(-1) : undefined
    isOpen = line.trim() !== ''
    if (!isOpen) continue
    if (mark !== undefined) fence = mark
    if (mark !== undefined || last === undefined || !continuesBlock(last, line)) begin(line)
    else add(line)
    // The line after a fence or a heading starts a new block.
    isOpen = mark === undefined && !HEADING.test(line)
  }
  return blocks.map((lines) => lines.join('\n'))
}

/** Returns the lines with which the rest of a block begins that is over the limit: code stays code, and rows have a head. */
function getRepeatedLines(lines: readonly string[]): readonly string[] {
  const mark = FENCE.exec(lines[0] ?? '')?.[1]
  if (mark !== undefined) return mark.length > HEAD_MAX ? [] : [mark]
  const head = lines.slice(0, 2)
  return isTable(lines) && head.join('\n').length <= HEAD_MAX ? head : []
}

function isTable([first = '', second = '']: readonly string[]): boolean {
  return ROW.test(first) && /^[\s|:-]+$/.test(second)
}

const HEADING = /^ {0,3}#{1,6}\s+/

function continuesBlock(last: string, line: string): boolean {
  if (HEADING.test(line) || isRule(line)) return false
  const kind = KINDS.find((one) => one.test(line))
  const before = KINDS.find((one) => one.test(last))
  // A line of another kind starts a block; an ordinary line belongs to the block above it.
  return kind === before || (kind === undefined && before !== ROW) || /^\s{2,}/.test(line)
}

function isRule(line: string): boolean {
  return /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)
}

function blockNode(source: string, options: MarkdownOptions): Node {
  const lines = source.split('\n')
  const first = lines[0] ?? ''
  const fence = FENCE.exec(first)?.[1]
  if (fence !== undefined) {
    const isClosed = lines.length > 1 && lines.at(-1)?.trim().startsWith(fence) === true
    return codeBlock(lines.slice(1, isClosed ? -1 : undefined).join('\n'))
  }
  // A line of this length isn't prose.
  if (source.length > BLOCK_MAX) return element('p', {}, source)
  if (isRule(first)) return element('hr')
  if (HEADING.test(first)) {
    // Rendered as a paragraph, because headings would change the outline of the page.
    return element('p', { class: 'fw-copilot-heading' }, ...inline(readHeading(first), options))
  }
  if (BULLET.test(first)) return listNode('ul', lines, BULLET, options)
  if (NUMBER.test(first)) return listNode('ol', lines, NUMBER, options)
  if (isTable(lines)) return tableNode(lines, options)
  if (/^\s*>/.test(first)) {
    const text = lines.map((line) => line.replace(/^\s*>\s?/, '')).join('\n')
    return element('blockquote', {}, ...inline(text, options))
  }
  return element('p', {}, ...inline(source, options))
}

/** Returns the text of a heading without its marks: `## Text ##`. */
function readHeading(line: string): string {
  const text = line.replace(HEADING, '').trimEnd()
  const bare = trimEnd(text, '#')
  const isClosed = bare !== text && bare.trimEnd() !== bare
  return isClosed ? bare.trimEnd() : text
}

function codeBlock(text: string): Node {
  return element('pre', { tabindex: '0', dir: 'ltr' }, element('code', {}, text))
}

function listNode(name: 'ol' | 'ul', lines: readonly string[], mark: RegExp, options: MarkdownOptions): Node {
  const items: string[] = []
  for (const line of lines) {
    const any = BULLET.test(line) ? BULLET : NUMBER.test(line) ? NUMBER : undefined
    if (any !== undefined) items.push(line.replace(any, ''))
    else items.push(`${items.pop() ?? ''}\n${line.trim()}`)
  }
  const start = mark === NUMBER ? Number.parseInt(lines[0]?.trim() ?? '1', 10) : 1
  return element(
    name,
    start === 1 ? {} : { start: String(start) },
    ...items.map((item) => element('li', {}, ...inline(item, options))),
  )
}

function tableNode(lines: readonly string[], options: MarkdownOptions): Node {
  const cells = (line: string) =>
    line
      .trim()
      .slice(1, -1)
      .split(/(?<!\\)\|/)
  const row = (line: string, cell: 'td' | 'th') =>
    element('tr', {}, ...cells(line).map((text) => element(cell, {}, ...inline(text.trim(), options))))
  const [head = '', , ...body] = lines
  const table = element(
    'table',
    {},
    element('thead', {}, row(head, 'th')),
    element('tbody', {}, ...body.map((line) => row(line, 'td'))),
  )
  return element('div', { class: 'fw-copilot-table', tabindex: '0' }, table)
}

/** Renders text with its inline elements. */
function inline(text: string, options: MarkdownOptions): Child[] {
  const nodes: Child[] = []
  let end = 0
  for (const found of text.matchAll(INLINE)) {
    if (found.index > end) nodes.push(text.slice(end, found.index))
    nodes.push(...inlineNodes(found, options))
    end = found.index + found[0].length
  }
  if (end < text.length) nodes.push(text.slice(end))
  return nodes
}

function inlineNodes(found: RegExpMatchArray, options: MarkdownOptions): readonly Child[] {
  const [all, escaped, , code, image, label, address, strong, star, underline, bare] = found
  if (escaped !== undefined) return [escaped]
  if (code !== undefined) return [element('code', { dir: 'auto' }, code)]
  if (address !== undefined) return image === '!' ? [all] : (linkNodes(label ?? '', address, options) ?? [all])
  if (strong !== undefined) return [element('strong', {}, ...inline(strong, options))]
  const soft = star ?? underline
  if (soft !== undefined) return [element('em', {}, ...inline(soft, options))]
  return bareLink(bare ?? all, options)
}

/** Renders a link. The label is the model's, so the host follows it. */
function linkNodes(label: string, address: string, { page, newTab }: MarkdownOptions): readonly Child[] | undefined {
  const link = safeLink(address, page)
  if (link === undefined) return undefined
  const host =
    link.host === undefined ? [] : [element('span', { class: 'fw-copilot-host', dir: 'ltr' }, ` (${link.host})`)]
  const name = element('bdi', {}, label.trim() === '' ? address : label)
  return [anchor(link.href, [name, ...host], newTab)]
}

/** Renders a bare URL. Punctuation and brackets after it belong to the sentence. */
function bareLink(text: string, { page, newTab }: MarkdownOptions): readonly Child[] {
  const address = trimEnd(text, '.,;:!?)]}')
  const link = safeLink(address, page)
  if (link === undefined) return [text]
  return [anchor(link.href, [element('bdi', { dir: 'ltr' }, link.href)], newTab), text.slice(address.length)]
}

/** Opens links in a new tab, because the conversation ends with its page. */
function anchor(href: string, children: readonly Child[], newTab: string): Node {
  const newTabHint = element('span', { class: 'fw-copilot-unseen' }, ` ${newTab}`)
  const attributes = { href, target: '_blank', rel: 'noopener noreferrer nofollow', referrerpolicy: 'no-referrer' }
  return element('a', attributes, ...children, newTabHint)
}
