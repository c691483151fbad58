/** The language of the page or call that is being answered, for `t` and `href` wherever they are called in it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { localeSource } from '#contract/locale.ts'
import type { PageLocale } from '#contract/page-locale.ts'

const storage = new AsyncLocalStorage<PageLocale | undefined>()

/** Runs `work` in a language; as it is, where the app has one language only. */
export function withLocale<Result>(locale: PageLocale | undefined, work: () => Result): Result {
  if (locale === undefined) return work()
  localeSource.read = currentLocale
  return storage.run(locale, work)
}

/** Runs `work` in no language: what comes of it is given to people of all. */
export function withoutLocale<Result>(work: () => Result): Result {
  return storage.run(undefined, work)
}

function currentLocale(): PageLocale | undefined {
  return storage.getStore()
}
