/** The shapes of `src/i18n.ts` and of what the app registers of it (decisions: Pages). */
import type { Registered } from './api.ts'
import type { CompiledMessage, MessageValues } from './compiled-message.ts'
import type { TextDirection } from './page-locale.ts'

/** The languages of the app, once `.fw/types` was written. */
export type Locale = Registered<'locales', string> & string

type Messages = Registered<'messages', Readonly<Record<string, MessageValues>>>

/** The keys of the app's messages: `cart.items`. */
export type MessageKey = keyof Messages & string

/** What a message is filled with: `{ count: number }` of `{count, plural, …}`. */
export type ValuesOf<Key extends MessageKey> = Messages[Key]

/** Values may be left out where a message has none. */
export type MessageArguments<Key extends MessageKey> =
  Record<never, never> extends ValuesOf<Key> ? [values?: ValuesOf<Key>] : [values: ValuesOf<Key>]

/** Messages of one language, nested as the author likes: `{ cart: { items: '…' } }` and `{ 'cart.items': '…' }` are one key. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree
}

/** What `src/i18n.ts` gives to `defineI18n`. */
export interface I18nDefinition {
  /** BCP 47, as they stand in addresses: `['en', 'de', 'pt-BR']`. */
  readonly locales: readonly string[]
  /** Whose messages stand in for those that another language lacks, and whom nothing better is known of. */
  readonly defaultLocale: string
  /** By language. ICU MessageFormat. */
  readonly messages: Readonly<Record<string, MessageTree>>
  /** Of dates and times in messages. Default `UTC`. */
  readonly timeZone?: string
}

/** A checked definition. */
export interface I18n {
  readonly locales: readonly string[]
  readonly defaultLocale: string
  readonly timeZone: string
  /** Of the default language. */
  readonly keys: () => readonly string[]
  readonly direction: (locale: string) => TextDirection
  /** The message of a language, or the default language's. Undefined for a key that nobody defined. Throws for text that is no ICU. */
  readonly message: (locale: string, key: string) => CompiledMessage | undefined
}
