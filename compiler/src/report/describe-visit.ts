/** Describes how pages are cached and which cookies they use, for every form of the report. */
import type { AppCookies, RouteCache, RouteCookies } from './analysis-report.ts'

/** Describes the caching of a route: `public, stored for 60 s, then stale for 600 s, tags notes`. */
export function describeCache({ policy, notStored }: RouteCache): string {
  if (policy === undefined) return 'none: rendered for every visitor'
  const { scope, maxAge = 0, sharedMaxAge = maxAge, swr = 0, tags = [] } = policy
  const times =
    scope === 'private'
      ? [maxAge > 0 ? `in the browser for ${maxAge} s` : 'not stored']
      : [`stored for ${sharedMaxAge} s`, ...(maxAge > 0 ? [`in browsers for ${maxAge} s`] : [])]
  return [
    scope,
    ...times,
    ...(swr > 0 && (scope === 'public' || maxAge > 0) ? [`then stale for ${swr} s`] : []),
    ...(tags.length > 0 ? [`tags ${tags.join(' ')}`] : []),
    ...(notStored === undefined ? [] : [`but not stored: ${notStored}`]),
  ].join(', ')
}

/** Describes the cookies of a route: `sets visit; reads ctx.user (ctxFor reads cookies)`. A session is a cookie too. */
export function describeCookies(cookies: RouteCookies | undefined, cache: RouteCache | undefined): string {
  if (cookies === undefined) return 'not measured'
  const { sets, readBy, ctx } = cookies
  const members = ctx.map((name) => `ctx.${name}`).join(', ')
  const parts = [
    ...(sets.length > 0 ? [`sets ${sets.join(', ')}`] : []),
    ...(readBy.includes('page') ? ['the page reads cookies'] : []),
    ...(ctx.length > 0 ? [`reads ${members}${readBy.includes('ctxFor') ? ' (ctxFor reads cookies)' : ''}`] : []),
  ]
  if (parts.length > 0) return parts.join('; ')
  if (readBy.length > 0) return 'none, although ctxFor reads cookies'
  return cache?.policy?.scope === 'public' && cache.notStored === undefined
    ? 'none: rendered without the cookies of its visitor'
    : 'none'
}

/** Lists what the measures don't cover, as sentences. */
export function listUnknownCookies({ session, locale, unknown }: AppCookies): readonly string[] {
  return [
    'Pages were rendered for a visitor without cookies: code that runs only for others may use more.',
    ...(session === undefined ? [] : [`Any response to a visitor with a session may renew its cookie: ${session}.`]),
    ...(locale === undefined ? [] : [`The cookie ${locale} is set when a visitor chooses a language.`]),
    ...unknown.map((file) => `${file} runs only for visitors, so its cookies are not measured.`),
  ]
}
