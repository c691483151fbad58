/** The content of `<meta name=robots>`. */
import type { RobotsMeta } from '#contract/page.ts'

/** Directives in their order, with the word for true and the word for false. */
const SWITCHES = [
  ['index', 'index', 'noindex'],
  ['follow', 'follow', 'nofollow'],
  ['archive', '', 'noarchive'],
  ['snippet', '', 'nosnippet'],
  ['imageIndex', '', 'noimageindex'],
  ['translate', '', 'notranslate'],
] as const

const VALUES = [
  ['maxSnippet', 'max-snippet'],
  ['maxImagePreview', 'max-image-preview'],
  ['maxVideoPreview', 'max-video-preview'],
  ['unavailableAfter', 'unavailable_after'],
] as const

const KNOWN: ReadonlySet<string> = new Set([...SWITCHES, ...VALUES].map(([name]) => name))

/** Undefined when nothing is said. An order of its own, whatever the object's. */
export function robotsContent(robots: RobotsMeta | string | undefined): string | undefined {
  if (robots === undefined) return undefined
  if (typeof robots === 'string') return robots === '' ? undefined : robots
  const switches = SWITCHES.map(([name, on, off]) => (robots[name] === undefined ? '' : robots[name] ? on : off))
  const values = VALUES.map(([name, directive]) => (robots[name] === undefined ? '' : `${directive}:${robots[name]}`))
  const others = Object.keys(robots)
    .filter((name) => !KNOWN.has(name))
    .sort()
    .map((name) => other(name, robots[name]))
  const content = [...switches, ...values, ...others].filter((directive) => directive !== '').join(', ')
  return content === '' ? undefined : content
}

/** A directive that we have no name for: `indexIfEmbedded: true` is `indexifembedded`. */
function other(name: string, value: unknown): string {
  if (value === undefined || value === false) return ''
  return value === true ? name.toLowerCase() : `${name.toLowerCase()}:${value}`
}

/** Whether a page asks to stay out of indexes. */
export function isNoindex(robots: RobotsMeta | string | undefined): boolean {
  const content = robotsContent(robots) ?? ''
  return content
    .toLowerCase()
    .split(',')
    .some((directive) => directive.trim() === 'noindex' || directive.trim() === 'none')
}
