/** Types of `src/i18n.ts`, and of its registration by the app. */
import type { Registered } from '../api.ts'
import type { CompiledMessage, MessageValues } from './compiled-message.ts'
import type { LocaleUrls } from './locale-urls.ts'
import type { TextDirection } from './page-locale.ts'

/** The languages of the app, from `.fw/types`. */
export type Locale = Registered<'locales', string> & string

type Messages = Registered<'messages', Readonly<Record<string, MessageValues>>>

/** The keys of the app's messages: `cart.items`. */
export type MessageKey = keyof Messages & string

/** The values of a message: `{ count: number }` for `{count, plural, …}`. */
export type ValuesOf<Key extends MessageKey> = Messages[Key]

/** Values may be omitted if a message has no placeholders. */
export type MessageArguments<Key extends MessageKey> =
  Record<never, never> extends ValuesOf<Key> ? [values?: ValuesOf<Key>] : [values: ValuesOf<Key>]

/** Messages of one language, nested at will: `{ cart: { items: '…' } }` and `{ 'cart.items': '…' }` have the same key. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree
}

/** The argument of `defineI18n`. */
export interface I18nDefinition {
  /** BCP 47 tags, as they appear in URLs: `['en', 'de', 'pt-BR']`. */
  readonly locales: readonly string[]
  /**
   * The language whose messages replace missing ones of other languages, and that visitors get if no better one is known.
   */
  readonly defaultLocale: string
  /**
   * Whether URLs in the default language contain it: `/en/tea`. With `false`, they are `/tea`, and `/en/tea` redirects
   * there.
   *
   * @default true
   */
  readonly prefixDefaultLocale?: boolean
  /** Messages by language, in ICU MessageFormat. */
  readonly messages: Readonly<Record<string, MessageTree>>
  /** Time zone of dates and times in messages. Default `UTC`. */
  readonly timeZone?: string
}

/** A checked definition. */
export interface I18n extends LocaleUrls {
  readonly timeZone: string
  /** Keys of the default language's messages. */
  readonly keys: () => readonly string[]
  readonly direction: (locale: string) => TextDirection
  /**
   * Returns the message of a language, or else of the default language. Returns undefined for an unknown key. Throws if the
   * message isn't valid ICU.
   */
  readonly message: (locale: string, key: string) => CompiledMessage | undefined
}
