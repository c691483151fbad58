/** Types of a page's language and its messages. */
import type { CompiledMessage } from './compiled-message.ts'
import type { MessageLocale } from './format-message.ts'
import type { LocaleUrls } from './locale-urls.ts'

export type TextDirection = 'ltr' | 'rtl'

/** The page's language and the data that depends on it. */
export interface PageLocale extends MessageLocale, LocaleUrls {
  readonly dir: TextDirection
  /** Path and query of the page without its language, as the user sees them. */
  readonly path: string
  readonly query: string
  /** Returns the keys of all messages; only on the server. */
  keys?(): readonly string[]
  /** Returns a message, or undefined for an unknown key. */
  message(key: string): CompiledMessage | undefined
}

/** Messages of a page for its islands: JSON in script elements whose id begins with `MESSAGES_ID`. */
export interface PageMessages {
  /** Locales. */
  readonly l: readonly string[]
  /** Default locale. */
  readonly d: string
  /** Time zone. */
  readonly z: string
  readonly m: Readonly<Record<string, CompiledMessage>>
}

export const MESSAGES_ID = 'fw-messages'
