/** The language of calls. */
import type { FwRequest } from '#contract/http/request.ts'
import type { Exchange } from '../http/exchange.ts'
import { withLocale } from './current-locale.ts'

/** Runs `work` in the language of the page that called it, or else the visitor's. */
export function inVisitorLocale<Result>(request: FwRequest, { app }: Exchange, work: () => Result): Result {
  const { locales } = app.pages
  if (locales === undefined) return work()
  return withLocale(locales.pageLocale(locales.choose(request), '/', ''), work)
}
