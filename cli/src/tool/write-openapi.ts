/** The work of `fw export openapi`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FwServer } from '@fw/runtime/server'
import { parseManifest } from '../installed-version.ts'

interface Wanted {
  readonly root: string
  readonly isPublic: boolean
  readonly format: 'json' | 'yaml'
}

/** Returns the document as text. */
export async function writeDocument(server: FwServer, { root, isPublic, format }: Wanted): Promise<string> {
  const document = await server.describeOpenApi({ isPublic, appPackage: readAppPackage(root) })
  if (format === 'json') return `${JSON.stringify(document, undefined, 2)}\n`
  const { stringify } = await import('yaml')
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
}

/** Returns the version and the license of an app. One without a `package.json` has none. */
export function readAppPackage(root: string): { readonly version?: string; readonly license?: string } {
  try {
    const { version, license } = parseManifest(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >
    return { ...(typeof version === 'string' && { version }), ...(typeof license === 'string' && { license }) }
  } catch {
    return {}
  }
}
