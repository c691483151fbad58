/** Recognizes the framework's paths in URLs before a server has decoded them. */
import { FW_PREFIX } from './path.ts'

/**
 * Whether a server, or a proxy in front of it, may read a path as one of the framework's: encoded, with other slashes or in
 * upper case. A path that can't be decoded counts, too.
 */
export function mayBeFrameworkPath(path: string): boolean {
  try {
    return `${decodeURIComponent(path).replace(/[\\/]+/g, '/')}/`.toLowerCase().startsWith(FW_PREFIX)
  } catch {
    return true
  }
}
