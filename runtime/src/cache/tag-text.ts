/** Normalizes tags. Tags are sent in headers with commas and spaces as separators, and can contain input of visitors. */
import type { TagValue } from '#contract/page/live-tags.ts'

const PLAIN = /^[A-Za-z0-9_.:/@!~*'()+-]+$/
const OTHER = /[^A-Za-z0-9_.:/@!~*'()+-]/gu

/**
 * Returns `tag` in characters that every tag header supports. Others are percent-encoded, so that the parameter `1,orders`
 * can't add a tag. Throws a `TypeError` for a value that isn't a non-empty string.
 */
export function toTag(tag: string): string {
  if (typeof tag !== 'string' || tag === '') throw new TypeError('A cache tag must be a non-empty string.')
  return PLAIN.test(tag) ? tag : tag.replace(OTHER, encode)
}

function encode(letter: string): string {
  // A lone surrogate can't be encoded.
  return encodeURIComponent(/\p{Surrogate}/u.test(letter) ? '\ufffd' : letter)
}

const PARAMETER = /\[([A-Za-z_$][\w$]*)\]/g

/** Fills in the parameters of tags. A tag with a missing value is omitted. */
export function fillTags(tags: readonly string[], valueFor: (name: string) => TagValue): readonly string[] {
  const filled = tags.flatMap((tag) => {
    let missing = false
    const text = tag.replace(PARAMETER, (_, name: string) => {
      const value = valueFor(name)
      if (value === undefined || value === '') missing = true
      return String(value)
    })
    return missing ? [] : [toTag(text)]
  })
  return [...new Set(filled)]
}

/** Returns the tag of a page's path. Tags of apps contain no space. */
export function pathTag(path: string): string {
  return `path ${path}`
}

/** Returns the tag of a route's pattern. */
export function routeTag(pattern: string): string {
  return `route ${pattern}`
}
