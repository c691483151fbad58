/**
 * Finds the scripts and styles of a finished document that have its nonce. Finds them as a browser does: not in comments,
 * attributes or styles.
 */
import { unescapeHtml } from '@fw/runtime/tooling'

interface HtmlScripts {
  /** Contents of inline scripts that a browser runs, in order. */
  readonly inline: readonly string[]
  /** `src` of the other scripts, as in the document. */
  readonly sources: readonly string[]
  /** Contents of `<style>` elements. */
  readonly styles: readonly string[]
}

const TAG = /[a-zA-Z][^\s/>]*/y
const ATTRIBUTE = /[\s/]*([^\s=/>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/y
/** Elements whose content is raw text up to their end tag. */
const RAW = /^(?:script|style|textarea|title|xmp|iframe|noembed|noframes|noscript)$/
const RUNS = /^(?:|module|text\/javascript|application\/javascript|speculationrules|importmap)$/

/**
 * Reads a document in the form that the framework's printer and the apps' components write. Elements without the nonce are
 * content, such as the HTML of an article.
 */
export function findScripts(html: string, nonce: string): HtmlScripts {
  const inline: string[] = []
  const sources: string[] = []
  const styles: string[] = []
  let at = 0
  for (;;) {
    at = html.indexOf('<', at)
    if (at === -1) return { inline, sources, styles }
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4)
      at = end === -1 ? html.length : end + 3
      continue
    }
    const tag = readTag(html, at + 1)
    if (tag === undefined) {
      at += 1
      continue
    }
    at = tag.end
    if (!RAW.test(tag.name)) continue
    const end = findEnd(html, tag.name, at)
    const isOwn = tag.attributes.get('nonce') === nonce
    if (tag.name === 'style' && isOwn) styles.push(html.slice(at, end))
    if (tag.name === 'script' && isOwn) {
      const src = tag.attributes.get('src')
      if (src !== undefined) sources.push(unescapeHtml(src))
      else if (RUNS.test((tag.attributes.get('type') ?? '').trim().toLowerCase())) inline.push(html.slice(at, end))
    }
    at = end
  }
}

interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly end: number
}

function readTag(html: string, start: number): Tag | undefined {
  TAG.lastIndex = start
  const name = TAG.exec(html)?.[0].toLowerCase()
  if (name === undefined) return undefined
  const attributes = new Map<string, string>()
  let at = TAG.lastIndex
  for (;;) {
    ATTRIBUTE.lastIndex = at
    const found = ATTRIBUTE.exec(html)
    if (found?.[1] === undefined) break
    const key = found[1].toLowerCase()
    if (!attributes.has(key)) attributes.set(key, found[2] ?? found[3] ?? found[4] ?? '')
    at = ATTRIBUTE.lastIndex
  }
  const end = html.indexOf('>', at)
  return { name, attributes, end: end === -1 ? html.length : end + 1 }
}

function findEnd(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  close.lastIndex = from
  return close.exec(html)?.index ?? html.length
}
