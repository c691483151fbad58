/**
 * Opens the store of the `data` option, which contains all data that must survive a process or that several processes
 * share.
 */
import { resolve } from 'node:path'
import type { DataStore } from '#contract/config/data.ts'
import { SetupError } from '#contract/config/setup-error.ts'
import { hidePassword } from './hide-password.ts'
import type { StoreOptions } from './lifetime.ts'
import { openMemoryData } from './memory-data.ts'
import { openPostgresData } from './postgres-data.ts'
import { parsePostgresUrl } from './postgres-url.ts'
import { openRedisData } from './redis-data.ts'
import { openSqliteData } from './sqlite-data.ts'

const SQLITE = 'sqlite:'
const FORMS =
  '"memory", "sqlite:<path>" (such as "sqlite:.fw/data/fw.db"), "redis://<host>:<port>" or "postgres://<host>/<database>"'

/**
 * Opens `memory`, `sqlite:<path>`, `redis://…`, `rediss://…` or `postgres://…`; throws a `SetupError` for any other value.
 * Files and connections are opened on first use; failures then reject with `unavailable`.
 */
export function openData(data: string, options: StoreOptions = {}): DataStore {
  if (data === 'memory') return openMemoryData(options)
  if (data.startsWith(SQLITE)) return openSqliteData(toPath(data), options)
  if (/^rediss?:/.test(data)) {
    const { url, prefix } = parseRedisUrl(data)
    return openRedisData(url, { ...options, prefix })
  }
  if (/^postgres(?:ql)?:/.test(data)) return openPostgresData(parsePostgresUrl(data), options)
  throw new SetupError(`data: "${hidePassword(data)}" is not known. Use ${FORMS}.`)
}

function toPath(data: string): string {
  const path = data.slice(SQLITE.length)
  if (path === '' || path.startsWith(':memory:'))
    throw new SetupError(`data: "${data}" has no file path. Use ${FORMS}.`)
  return resolve(path)
}

/** `redis://[user:password@]host[:port][/database][?prefix=shop:]` */
function parseRedisUrl(data: string): { readonly url: string; readonly prefix: string | undefined } {
  const wrong = (what: string) =>
    new SetupError(
      `data: "${hidePassword(data)}" ${what}. Write redis://[<user>:<password>@]<host>[:<port>][/<database>][?prefix=<text>], rediss:// for TLS; percent-encode characters such as / # ? in a password.`,
    )
  let url: URL
  try {
    url = new URL(data)
  } catch {
    throw wrong('is not a valid Redis URL')
  }
  if (url.hostname === '' || !data.startsWith(`${url.protocol}//`)) throw wrong('has no host')
  if (!/^(\/\d*)?$/.test(url.pathname)) throw wrong('has a path that is not a database number')
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'prefix')
  if (unknown !== undefined) throw wrong(`has the unknown parameter "${unknown}"`)
  const prefix = url.searchParams.get('prefix') ?? undefined
  url.search = ''
  url.hash = ''
  return { url: url.href, prefix }
}
