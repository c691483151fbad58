/** The language of the page in the browser, as the server wrote it into the document. */
import type { CompiledMessage } from './compiled-message.ts'
import { MESSAGES_ID, type PageLocale, type PageMessages } from './page-locale.ts'

/** Elements of late parts come later, those of the last page go: each is parsed once. */
const parsed = new WeakMap<Element, PageMessages>()

/** Undefined where the app has one language. */
export function documentLocale(): PageLocale | undefined {
  const { lang, dir, dataset } = document.documentElement
  if (dataset.i18n === undefined) return undefined
  const parts = [...document.querySelectorAll(`script[id^=${MESSAGES_ID}]`)].map(messagesIn)
  const { pathname, search } = location
  const [first] = parts
  return {
    locale: lang,
    dir: dir === 'rtl' ? 'rtl' : 'ltr',
    timeZone: first?.z ?? 'UTC',
    locales: first?.l ?? [lang],
    defaultLocale: first?.d ?? lang,
    path: pathname.slice(lang.length + 1) || '/',
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
