/** `og:*` and `twitter:*` nodes, derived from the page's metadata and overridden key by key. */
import type { PageMeta } from '#contract/page/page.ts'
import type { RenderedHeadNode } from './rendered-node.ts'
import type { AddressReader, Warn } from './web-address.ts'

/** Metadata that the nodes are derived from. The URLs are absolute. */
interface SocialSource {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly image: string | undefined
  readonly url: string | undefined
}

type Values = Map<string, string>
type Overrides = PageMeta['og']

const OG_ALIASES: ReadonlyMap<string, string> = new Map([
  ['siteName', 'og:site_name'],
  ['imageAlt', 'og:image:alt'],
  ['publishedTime', 'article:published_time'],
  ['modifiedTime', 'article:modified_time'],
])
const TWITTER_ALIASES: ReadonlyMap<string, string> = new Map([['imageAlt', 'twitter:image:alt']])

/** Properties of a structured property, such as `image:width`; they aren't namespaces. */
const STRUCTURED = /^(?:(?:image|video|audio):(?:url|secure_url|type|width|height|alt)|locale:alternate)$/
/** Properties whose value is a URL that other sites follow. */
const ADDRESS = /^(?:og:(?:url|(?:image|video|audio)(?::(?:secure_)?url)?)|twitter:(?:url|image|player)(?::src)?)$/
const NAME = /^[\w:.-]+$/

/** Returns the nodes of both families, derived keys first. An empty string removes a derived key. */
export function createSocialNodes(
  { title, description, image, url }: SocialSource,
  { og: ogGiven, twitter: twitterGiven }: Pick<PageMeta, 'og' | 'twitter'>,
  address: AddressReader,
  warn: Warn,
): readonly RenderedHeadNode[] {
  const og = pickDefined({ 'og:title': title, 'og:description': description, 'og:image': image, 'og:url': url })
  override(og, ogGiven, (key) => OG_ALIASES.get(key) ?? fullName(key), address, warn)
  const twitter = pickDefined({ 'twitter:title': title, 'twitter:description': description, 'twitter:image': image })
  const toSocialName = (key: string) =>
    TWITTER_ALIASES.get(key) ?? (key.startsWith('twitter:') ? key : `twitter:${key}`)
  override(twitter, twitterGiven, toSocialName, address, warn)
  if (twitter.size + og.size === 0) return []
  const card = og.has('og:image') || twitter.has('twitter:image') ? 'summary_large_image' : 'summary'
  const chosen = twitterGiven?.card ?? twitterGiven?.['twitter:card']
  const cards: Values = chosen === undefined ? new Map([['twitter:card', card], ...twitter]) : twitter
  return [...renderNodes(og, 'property'), ...renderNodes(cards, 'name')]
}

function pickDefined(values: Readonly<Record<string, string | undefined>>): Values {
  return new Map(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function fullName(key: string): string {
  return key.includes(':') && !STRUCTURED.test(key) ? key : `og:${key}`
}

function override(
  values: Values,
  overrides: Overrides,
  nameOf: (key: string) => string,
  address: AddressReader,
  warn: Warn,
): void {
  for (const [key, value] of Object.entries(overrides ?? {})) {
    const name = nameOf(key)
    if (value === undefined) continue
    if (!NAME.test(name)) {
      warn(`The social tag ${JSON.stringify(key)} is left out: it is not a valid name.`)
      continue
    }
    const text = ADDRESS.test(name) ? (address(name, String(value)) ?? '') : String(value)
    if (text === '') values.delete(name)
    else values.set(name, text)
  }
}

function renderNodes(values: Values, attribute: 'property' | 'name'): RenderedHeadNode[] {
  return [...values].map(([name, content]) => ({
    id: `fw-${name.replaceAll(':', '-')}`,
    tag: 'meta',
    attrs: { [attribute]: name, content },
  }))
}
