/** The language of the page that is being answered, for `t` and `href` wherever they are called in it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { localeSource } from '#contract/locale.ts'
import type { PageLocale } from '#contract/page-locale.ts'

const storage = new AsyncLocalStorage<PageLocale>()

/** Runs `work` in the page's language; as it is, where the app has one language only. */
export function withLocale<Result>(locale: PageLocale | undefined, work: () => Result): Result {
  if (locale === undefined) return work()
  localeSource.read = currentLocale
  return storage.run(locale, work)
}

function currentLocale(): PageLocale | undefined {
  return storage.getStore()
}
