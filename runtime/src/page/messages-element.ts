/** The messages that the islands of a page name, in its language: no others go to the browser. */
import type { CompiledMessage } from '#contract/compiled-message.ts'
import { MESSAGES_ID, type PageLocale, type PageMessages } from '#contract/page-locale.ts'
import type { IslandInstance } from '#solid/render-state.ts'
import { scriptJson } from '#wire/html.ts'
import { nonceAttribute } from './document.ts'
import type { PageOptions } from './pages.ts'

/** Under which the build lists what the client entry names. */
const CLIENT = 'client'

/**
 * A script element with data. Empty where the app has one language, and where nothing in the browser names a message that
 * is not in `sent`, which grows.
 */
export function messagesElement(
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
  if (sent.has(FACTS) && Object.keys(messages).length === 0) return ''
  sent.add(FACTS)
  const data: PageMessages = { l: locale.locales, d: locale.defaultLocale, z: locale.timeZone, m: messages }
  return `<script type="application/json" id="${id}"${nonceAttribute(nonce)}>${scriptJson(data)}</script>`
}

/** No key: that the page knows the languages of the app. */
const FACTS = ''
