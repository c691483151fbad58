/**
 * The `head` field of a page: nodes of the app's own. Nodes that would end the head, and scripts outside of script
 * elements, are refused.
 */
import type { HeadNode } from '#contract/page/page.ts'
import type { RenderedHeadNode } from './rendered-node.ts'
import type { Warn } from './web-address.ts'

const TAGS: ReadonlySet<string> = new Set(['meta', 'link', 'script', 'style', 'base'])
/** Tags with text content; `meta`, `link` and `base` have none. */
const WITH_TEXT: ReadonlySet<string> = new Set(['script', 'style'])
const ATTRIBUTE = /^[A-Za-z_][\w:.-]*$/
const HANDLER = /^on/i
const URL_ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'src'])

/**
 * Returns the nodes with the ids `fw-head-<n>` by their position in the list; an omitted node doesn't change the
 * numbers of the others.
 */
export function createExtraNodes(nodes: readonly HeadNode[], warn: Warn): readonly RenderedHeadNode[] {
  return nodes.flatMap(({ tag, attrs, text }, index): RenderedHeadNode[] => {
    const name = tag.toLowerCase()
    if (!isHeadTag(name)) {
      warn(
        `head[${index}] is left out: a head can contain meta, link, script, style and base, but not ${JSON.stringify(tag)}.`,
      )
      return []
    }
    const accepted = Object.entries(attrs ?? {}).flatMap(([key, value]): [string, string | true][] => {
      if (value === undefined || value === false || /^id$/i.test(key)) return []
      const problem = attributeProblem(name, key, value)
      if (problem === undefined) return [[key.toLowerCase(), value === true ? true : String(value)]]
      warn(`The attribute ${JSON.stringify(key)} of head[${index}] is left out: ${problem}`)
      return []
    })
    const content = WITH_TEXT.has(name) ? { text: text ?? '' } : {}
    return [{ id: `fw-head-${index}`, tag: name, attrs: Object.fromEntries(accepted), ...content }]
  })
}

function isHeadTag(tag: string): tag is RenderedHeadNode['tag'] {
  return TAGS.has(tag)
}

function attributeProblem(tag: string, name: string, value: string | number | boolean): string | undefined {
  if (!ATTRIBUTE.test(name)) return 'this is not a valid attribute name.'
  if (HANDLER.test(name)) return 'event handlers are not allowed. Use a script.'
  if (!URL_ATTRIBUTES.has(name.toLowerCase()) || isSafeUrl(tag, String(value))) return undefined
  return 'the URL must be a path or an http(s) URL.'
}

/**
 * Whether a URL is safe: a path, http(s), or a data URL of an image in a `link`. Browsers skip control characters and
 * spaces before a scheme.
 */
function isSafeUrl(tag: string, value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what hides a scheme.
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(value.replace(/[\u0000-\u0020]/g, '')) ?? []
  if (scheme === undefined || /^https?$/i.test(scheme)) return true
  return tag === 'link' && /^\s*data:image\//i.test(value)
}
