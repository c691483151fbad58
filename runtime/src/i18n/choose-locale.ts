/** Which of the app's languages a person gets who asked for none: RFC 4647, section 3.4, over `accept-language`. */

/** The best of `locales` for an `Accept-Language` header; undefined where none of them is in it. */
export function chooseLocale(header: string | undefined, locales: readonly string[]): string | undefined {
  for (const range of parseRanges(header)) {
    if (range === '*') return undefined
    const found = findLocale(range, locales)
    if (found !== undefined) return found
  }
  return undefined
}

/** No header names more languages than a person knows: what follows is not read. */
const MAX_RANGES = 20

/** The ranges, the best first; those with `q=0` are unwanted. */
function parseRanges(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',', MAX_RANGES)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';')
      const weight = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(one)?.[1]).find(Boolean)
      return { range: range.trim(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ range, weight }) => weight > 0 && /^(?:\*|[a-z]{2,8}(?:-[a-z\d]{1,8})*)$/i.test(range))
    .sort((left, right) => right.weight - left.weight)
    .map(({ range }) => range)
}

/** Exactly it, then less and less of it (`zh-Hant-TW`, `zh-Hant`, `zh`), then another region of the language in its script. */
function findLocale(range: string, locales: readonly string[]): string | undefined {
  const parts = range.toLowerCase().split('-')
  for (let length = parts.length; length > 0; length -= 1) {
    const wanted = parts.slice(0, length).join('-')
    const exact = locales.find((locale) => locale.toLowerCase() === wanted)
    if (exact !== undefined && getScript(exact) === getScript(range)) return exact
  }
  return locales.find((locale) => getScript(locale) === getScript(range))
}

/** `zh-Hant` of `zh-TW`: who reads one script of a language may not read the other. */
function getScript(locale: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(locale).maximize()
    return `${language}-${script}`
  } catch {
    return undefined
  }
}
