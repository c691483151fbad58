/** The one spelling of a tag. It goes into headers whose separators are commas and spaces, and holds what visitors wrote. */
import type { TagValue } from '#contract/live-tags.ts'

const PLAIN = /^[A-Za-z0-9_.:/@!~*'()+-]+$/
const OTHER = /[^A-Za-z0-9_.:/@!~*'()+-]/gu

/**
 * `tag` in letters that every tag header carries; others are percent-encoded, so that the parameter `1,orders` can never
 * stand for a tag of its own. Throws a `TypeError` for what is no text, or an empty one.
 */
export function toTag(tag: string): string {
  if (typeof tag !== 'string' || tag === '') throw new TypeError('A cache tag is a text that is not empty.')
  return PLAIN.test(tag) ? tag : tag.replace(OTHER, encode)
}

function encode(letter: string): string {
  // Half of a surrogate pair is no letter.
  return encodeURIComponent(/\p{Surrogate}/u.test(letter) ? '\ufffd' : letter)
}

const PARAMETER = /\[([A-Za-z_$][\w$]*)\]/g

/** Tags with their parameters filled in. One that names a value that is not there is left out. */
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

/** What drops a page by its address; no tag of an app has a space. */
export function pathTag(path: string): string {
  return `path ${path}`
}

/** What drops every page of a route by its pattern. */
export function routeTag(pattern: string): string {
  return `route ${pattern}`
}
