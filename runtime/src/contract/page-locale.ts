/** What is known of the language of a page. */
import type { CompiledMessage } from './compiled-message.ts'
import type { MessageLocale } from './format-message.ts'

export type TextDirection = 'ltr' | 'rtl'

/** The page's language, and what goes with it. */
export interface PageLocale extends MessageLocale {
  readonly dir: TextDirection
  /** Every language of the app, as `src/i18n.ts` lists them. */
  readonly locales: readonly string[]
  readonly defaultLocale: string
  /** Path and query of the page without its language, as the person sees them. */
  readonly path: string
  readonly query: string
  /** Of every message; on the server only. */
  keys?(): readonly string[]
  /** Undefined for a key that nobody defined. */
  message(key: string): CompiledMessage | undefined
}

/** How the messages of a page come to its islands: JSON in script elements whose id begins with `MESSAGES_ID`. */
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
