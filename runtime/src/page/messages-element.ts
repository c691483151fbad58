/** Messages that the islands of a page use, in its language: no others are sent to the browser. */
import type { CompiledMessage } from '#contract/page/compiled-message.ts'
import { MESSAGES_ID, type PageLocale, type PageMessages } from '#contract/page/page-locale.ts'
import type { IslandInstance } from '#solid/render/render-state.ts'
import { scriptJson } from '#wire/html.ts'
import { writeNonce } from './document.ts'
import type { PageOptions } from './pages.ts'

/** Name under which the build lists the messages of the client entry. */
const CLIENT = 'client'

/**
 * Returns a script element with data. Empty if the app has one language, or if the browser needs no message that
 * isn't in `sent`. Adds the new keys to `sent`.
 */
export function writeMessages(
  instances: readonly IslandInstance[],
  { islandModules, clientEntryUrl }: Pick<PageOptions, 'islandModules' | 'clientEntryUrl'>,
  locale: PageLocale | undefined,
  nonce: string | undefined,
  sent: Set<string> = new Set(),
): string {
  if (locale === undefined) return ''
  const chunks = new Set(instances.map(({ component }) => component.slice(0, component.indexOf('#'))))
  if (clientEntryUrl !== undefined) chunks.add(CLIENT)
  const listed = islandModules?.messages
  const all = locale.keys?.() ?? []
  const lists = [...chunks].flatMap((chunk) => (listed === undefined ? [all] : [listed[chunk] ?? []]))
  const isNeeded = listed === undefined ? chunks.size > 0 : [...chunks].some((chunk) => listed[chunk] !== undefined)
  if (!isNeeded) return ''
  const messages: Record<string, CompiledMessage> = {}
  const id = sent.size === 0 ? MESSAGES_ID : `${MESSAGES_ID}-${sent.size}`
  for (const key of lists.flat()) {
    const message = sent.has(key) ? undefined : locale.message(key)
    if (message === undefined) continue
    sent.add(key)
    messages[key] = message
  }
  if (sent.has(LANGUAGES) && Object.keys(messages).length === 0) return ''
  sent.add(LANGUAGES)
  const data: PageMessages = { l: locale.locales, d: locale.defaultLocale, z: locale.timeZone, m: messages }
  return `<script type="application/json" id="${id}"${writeNonce(nonce)}>${scriptJson(data)}</script>`
}

/** Marks in `sent` that the page knows the languages of the app. The empty string isn't a valid key of a message. */
const LANGUAGES = ''
