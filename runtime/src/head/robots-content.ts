/** The content of `<meta name=robots>`. */
import type { RobotsMeta } from '#contract/page/page.ts'

/** Directives in their order, with the values for `true` and for `false`. */
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

/** Returns the content, or `undefined` if it is empty. The order is fixed, independent of the object's. */
export function formatRobots(robots: RobotsMeta | string | undefined): string | undefined {
  if (robots === undefined) return undefined
  if (typeof robots === 'string') return robots === '' ? undefined : robots
  const switches = SWITCHES.map(([name, on, off]) => (robots[name] === undefined ? '' : robots[name] ? on : off))
  const values = VALUES.map(([name, directive]) => (robots[name] === undefined ? '' : `${directive}:${robots[name]}`))
  const others = Object.keys(robots)
    .filter((name) => !KNOWN.has(name))
    .sort()
    .map((name) => formatOther(name, robots[name]))
  const content = [...switches, ...values, ...others].filter((directive) => directive !== '').join(', ')
  return content === '' ? undefined : content
}

/** Formats any other directive: `indexIfEmbedded: true` becomes `indexifembedded`. */
function formatOther(name: string, value: unknown): string {
  if (value === undefined || value === false) return ''
  return value === true ? name.toLowerCase() : `${name.toLowerCase()}:${value}`
}

/** Whether a page excludes itself from indexes. */
export function isNoindex(robots: RobotsMeta | string | undefined): boolean {
  const content = formatRobots(robots) ?? ''
  return content
    .toLowerCase()
    .split(',')
    .some((directive) => directive.trim() === 'noindex' || directive.trim() === 'none')
}
