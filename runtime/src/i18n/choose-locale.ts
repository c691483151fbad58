/** Chooses the language of a visitor without a chosen one from `accept-language` (RFC 4647, section 3.4). */

/** Returns the best of `locales` for an `Accept-Language` header, or undefined if none matches. */
export function chooseLocale(header: string | undefined, locales: readonly string[]): string | undefined {
  for (const range of parseRanges(header)) {
    if (range === '*') return undefined
    const found = findLocale(range, locales)
    if (found !== undefined) return found
  }
  return undefined
}

/** Maximum number of languages that are read from a header. */
const MAX_RANGES = 20
/** Maximum length of one: a longer one names no language, and its parts would be compared one by one (RFC 5646, section 4.4.1). */
const MAX_RANGE_LENGTH = 35

/** Returns the language ranges, the preferred ones first. Ranges with `q=0` are excluded. */
function parseRanges(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',', MAX_RANGES)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';')
      const weight = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(one)?.[1]).find(Boolean)
      return { range: range.trim(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(
      ({ range, weight }) =>
        weight > 0 && range.length <= MAX_RANGE_LENGTH && /^(?:\*|[a-z]{2,8}(?:-[a-z\d]{1,8})*)$/i.test(range),
    )
    .sort((left, right) => right.weight - left.weight)
    .map(({ range }) => range)
}

/**
 * Finds an exact match, then a shorter prefix (`zh-Hant-TW`, `zh-Hant`, `zh`), then another region of the language in the
 * same script.
 */
function findLocale(range: string, locales: readonly string[]): string | undefined {
  const parts = range.toLowerCase().split('-')
  for (let length = parts.length; length > 0; length -= 1) {
    const wanted = parts.slice(0, length).join('-')
    const exact = locales.find((locale) => locale.toLowerCase() === wanted)
    if (exact !== undefined && getScript(exact) === getScript(range)) return exact
  }
  return locales.find((locale) => getScript(locale) === getScript(range))
}

/**
 * Returns language and script, such as `zh-Hant` for `zh-TW`: readers of one script of a language may not read the other.
 */
function getScript(locale: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(locale).maximize()
    return `${language}-${script}`
  } catch {
    return undefined
  }
}
