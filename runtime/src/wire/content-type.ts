/** The `content-type` of a static file. */
import { lookup } from 'mrmime'

/** Types that the table of `mrmime` doesn't contain, or that browsers name differently. */
const TYPES: Readonly<Record<string, string>> = { ico: 'image/x-icon', cjs: 'text/javascript', ts: 'text/plain' }

/** Returns the `content-type` of a file by its extension. */
export function getContentType(file: string): string {
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1).toLowerCase()] ?? lookup(file) ?? 'application/octet-stream'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}
