/** The `head` field of a page: nodes of the app's own. What would end the head, or run where no script stands, is refused. */
import type { HeadNode } from '#contract/page.ts'
import type { RenderedHeadNode } from './rendered-node.ts'
import type { Warn } from './web-address.ts'

const TAGS: ReadonlySet<string> = new Set(['meta', 'link', 'script', 'style', 'base'])
/** Whose text is theirs; `meta`, `link` and `base` have none. */
const WITH_TEXT: ReadonlySet<string> = new Set(['script', 'style'])
const ATTRIBUTE = /^[A-Za-z_][\w:.-]*$/
const HANDLER = /^on/i
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src'])

/** Each node with the id `fw-head-<n>` by its place in the list; one that is left out keeps the number of the others. */
export function extraNodes(nodes: readonly HeadNode[], warn: Warn): readonly RenderedHeadNode[] {
  return nodes.flatMap(({ tag, attrs, text }, index): RenderedHeadNode[] => {
    const name = tag.toLowerCase()
    if (!isHeadTag(name)) {
      warn(`head[${index}] is left out: a head holds meta, link, script, style and base, no ${JSON.stringify(tag)}.`)
      return []
    }
    const kept = Object.entries(attrs ?? {}).flatMap(([key, value]): [string, string | true][] => {
      if (value === undefined || value === false || /^id$/i.test(key)) return []
      const problem = attributeProblem(name, key, value)
      if (problem === undefined) return [[key.toLowerCase(), value === true ? true : String(value)]]
      warn(`The attribute ${JSON.stringify(key)} of head[${index}] is left out: ${problem}`)
      return []
    })
    const inside = WITH_TEXT.has(name) ? { text: text ?? '' } : {}
    return [{ id: `fw-head-${index}`, tag: name, attrs: Object.fromEntries(kept), ...inside }]
  })
}

function isHeadTag(tag: string): tag is RenderedHeadNode['tag'] {
  return TAGS.has(tag)
}

function attributeProblem(tag: string, name: string, value: string | number | boolean): string | undefined {
  if (!ATTRIBUTE.test(name)) return 'that is no name of an attribute.'
  if (HANDLER.test(name)) return 'code belongs in a script.'
  if (!ADDRESSES.has(name.toLowerCase()) || isSafeAddress(tag, String(value))) return undefined
  return 'an address is a path or an http(s) URL.'
}

/** A path, http(s), or an image written out in a `link`. Browsers skip control characters and spaces before a scheme. */
function isSafeAddress(tag: string, value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what hides a scheme.
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(value.replace(/[\u0000-\u0020]/g, '')) ?? []
  if (scheme === undefined || /^https?$/i.test(scheme)) return true
  return tag === 'link' && /^\s*data:image\//i.test(value)
}
