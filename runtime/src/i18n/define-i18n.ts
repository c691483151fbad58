/** `defineI18n`: validates the export of `src/i18n.ts` when it is loaded. */
import { ANY, BOOLEAN, checkOptions, type KindsOf } from '#contract/config/check-options.ts'
import { getMessage } from '#contract/http/thrown-error.ts'
import type { CompiledMessage } from '#contract/page/compiled-message.ts'
import type { I18n, I18nDefinition, MessageTree } from '#contract/page/i18n.ts'
import type { TextDirection } from '#contract/page/page-locale.ts'
import { nearestName } from '#contract/schema/nearest-name.ts'
import { compileMessage } from './compile-message.ts'

/** Options whose kind is `ANY` have checks of their own. */
const OPTIONS = {
  locales: ANY,
  defaultLocale: ANY,
  prefixDefaultLocale: BOOLEAN,
  messages: ANY,
  timeZone: ANY,
} satisfies KindsOf<I18nDefinition>

/**
 * Makes the app international: its pages are then below `/<locale>/`, or below `/` for the default language with
 * `prefixDefaultLocale: false`. Throws a `TypeError` for an invalid definition. Messages are parsed when they are first
 * displayed.
 */
export function defineI18n(definition: I18nDefinition): I18n {
  checkOptions('defineI18n', definition, OPTIONS)
  checkDefinition(definition)
  const { locales, defaultLocale, prefixDefaultLocale = true, timeZone = 'UTC' } = definition
  const texts = new Map(locales.map((locale) => [locale, flatten(definition.messages[locale] ?? {})]))
  const compiled = new Map<string, CompiledMessage>()
  const compile = (locale: string, key: string): CompiledMessage | undefined => {
    const text = texts.get(locale)?.get(key)
    if (text === undefined) return undefined
    const id = `${locale} ${key}`
    const known = compiled.get(id)
    if (known !== undefined) return known
    const message = parseMessage(text, locale, key)
    compiled.set(id, message)
    return message
  }
  return {
    locales,
    defaultLocale,
    prefixDefaultLocale,
    timeZone,
    direction,
    keys: () => [...(texts.get(defaultLocale)?.keys() ?? [])],
    message: (locale, key) => compile(locale, key) ?? compile(defaultLocale, key),
  }
}

function parseMessage(text: string, locale: string, key: string): CompiledMessage {
  try {
    return compileMessage(text, locale)
  } catch (error) {
    const reason = getMessage(error)
    throw new TypeError(`The message "${key}" (${locale}) is not a valid ICU message: ${reason}.`, { cause: error })
  }
}

function checkDefinition({ locales, defaultLocale, messages, timeZone }: I18nDefinition): void {
  if (!Array.isArray(locales) || locales.length === 0)
    throw new TypeError("defineI18n needs locales, such as locales: ['en', 'de'].")
  for (const locale of locales) {
    const canonical = toCanonicalLocale(locale)
    if (canonical !== locale)
      throw new TypeError(
        `"${locale}" in the locales of defineI18n is not a valid language tag${canonical === undefined ? ', such as "en" or "pt-BR"' : `: write "${canonical}"`}.`,
      )
  }
  if (new Set(locales).size < locales.length) throw new TypeError('defineI18n lists a locale twice.')
  if (!locales.includes(defaultLocale))
    throw new TypeError(`The defaultLocale "${defaultLocale}" of defineI18n is not one of its locales.`)
  for (const locale of locales)
    if (typeof messages?.[locale] !== 'object' || messages[locale] === null)
      throw new TypeError(`defineI18n has no messages for "${locale}".`)
  for (const name of Object.keys(messages))
    if (!locales.includes(name)) {
      const near = nearestName(name, locales)
      throw new TypeError(
        `defineI18n has messages for "${name}", which is not one of its locales.${near === undefined ? '' : ` Did you mean "${near}"?`}`,
      )
    }
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new TypeError(`The timeZone "${timeZone}" of defineI18n is not a known time zone, such as "Europe/Berlin".`)
}

function toCanonicalLocale(locale: unknown): string | undefined {
  try {
    return Intl.getCanonicalLocales(String(locale))[0]
  } catch {
    return undefined
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== undefined
  } catch {
    return false
  }
}

/** Flattens nested objects. Keys are joined with dots. */
function flatten(tree: MessageTree, prefix = '', into = new Map<string, string>()): ReadonlyMap<string, string> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') into.set(prefix + key, value)
    else flatten(value, `${prefix}${key}.`, into)
  }
  return into
}

/** Scripts that are written from right to left. Not every runtime supports `Intl.Locale#getTextInfo`. */
const RTL_SCRIPTS: ReadonlySet<string | undefined> = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
])

function direction(locale: string): TextDirection {
  return RTL_SCRIPTS.has(new Intl.Locale(locale).maximize().script) ? 'rtl' : 'ltr'
}
