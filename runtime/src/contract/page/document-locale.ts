/** The page's language in the browser, which the server wrote into the document. */
import type { CompiledMessage } from './compiled-message.ts'
import { NONCE_SCRIPT } from './nonce.ts'
import { MESSAGES_ID, type PageLocale, type PageMessages } from './page-locale.ts'

/** Parsed messages by element. Late parts of a page add elements and navigation removes them, so the cache is weak. */
const parsed = new WeakMap<Element, PageMessages>()

/** Returns the page's language, or undefined if the app has only one. */
export function documentLocale(): PageLocale | undefined {
  const { lang, dir, dataset } = document.documentElement
  if (dataset.i18n === undefined) return undefined
  // Under a content security policy, markup that was injected into the page doesn't have the nonce.
  const own = document.querySelector<HTMLElement>(NONCE_SCRIPT)?.nonce
  const parts = [...document.querySelectorAll<HTMLElement>(`script[id^=${MESSAGES_ID}]`)]
    .filter(({ nonce }) => !own || nonce === own)
    .map(messagesIn)
  const { pathname, search } = location
  const [first] = parts
  const prefixDefaultLocale = dataset.i18n === ''
  const defaultLocale = prefixDefaultLocale ? (first?.d ?? lang) : dataset.i18n
  return {
    locale: lang,
    dir: dir === 'rtl' ? 'rtl' : 'ltr',
    timeZone: first?.z ?? 'UTC',
    locales: first?.l ?? [lang],
    defaultLocale,
    prefixDefaultLocale,
    path: (prefixDefaultLocale || lang !== defaultLocale ? pathname.slice(lang.length + 1) : pathname) || '/',
    query: search.slice(1),
    message: (key) => messageIn(parts, key),
  }
}

function messageIn(parts: readonly PageMessages[], key: string): CompiledMessage | undefined {
  return parts.find(({ m }) => Object.hasOwn(m, key))?.m[key]
}

function messagesIn(element: Element): PageMessages {
  const known = parsed.get(element)
  if (known !== undefined) return known
  const messages: PageMessages = JSON.parse(element.textContent ?? '')
  parsed.set(element, messages)
  return messages
}
