/** The language of the current page or call, for `t` and `href` in any code that it calls. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { localeSource } from '#contract/page/locale.ts'
import type { PageLocale } from '#contract/page/page-locale.ts'

const storage = new AsyncLocalStorage<PageLocale | undefined>()

/** Runs `work` in a language; without a language (the app has only one) `work` runs unchanged. */
export function withLocale<Result>(locale: PageLocale | undefined, work: () => Result): Result {
  if (locale === undefined) return work()
  localeSource.read = currentLocale
  return storage.run(locale, work)
}

/** Runs `work` without a language, because users of all languages share its result. */
export function withoutLocale<Result>(work: () => Result): Result {
  return storage.run(undefined, work)
}

function currentLocale(): PageLocale | undefined {
  return storage.getStore()
}
