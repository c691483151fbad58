/** Reads what a built app declares about caches and cookies. */
import { isRecord, type RouteTable } from '@fw/runtime/contract'
import type { RouteCachePolicy } from '#report/analysis-report.ts'

/** The routes among the options of a built app. */
export interface RouteOptions {
  readonly routeTable?: Pick<RouteTable, 'routes'>
  readonly loadRoute?: (filePath: string) => Promise<{ readonly cache?: unknown }>
}

/** Returns the cache policies by pattern. A route whose module fails has none; rendering it reports the failure. */
export async function readCachePolicies(options: RouteOptions): Promise<Readonly<Record<string, RouteCachePolicy>>> {
  const { routeTable, loadRoute } = options
  const policies: Record<string, RouteCachePolicy> = {}
  for (const { pattern, filePath } of routeTable?.routes ?? []) {
    const module = await loadRoute?.(filePath).catch(() => undefined)
    if (isPolicy(module?.cache)) policies[pattern] = module.cache
  }
  return policies
}

/** The server ignores a value that isn't a policy, and the check reports it. */
function isPolicy(value: unknown): value is RouteCachePolicy {
  return isRecord(value) && ['public', 'private'].includes(String(Reflect.get(value, 'scope')))
}

/** Returns the name and the attributes of the session cookie: those of the cookie that ends a session. */
export function readSessionCookie(session: { clear(): string } | undefined): string | undefined {
  return session
    ?.clear()
    .replace(/=[^;]*/, '')
    .replace(/; *(?:Max-Age|Expires)=[^;]*/gi, '')
}
