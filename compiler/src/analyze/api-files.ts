/** Which files are api modules: `<serverDir>/<module>.api.ts`, nothing deeper. */
import { type FilesBelow, filesBelow } from './folder-files.ts'

/** How their names end. */
export const API_FILE = '.api.ts'

export interface ApiFiles {
  /** Relative to the app root, sorted. */
  readonly collected: readonly { readonly file: string; readonly module: string }[]
  /** In folders below, which are not collected. */
  readonly nested: readonly string[]
}

/** `serverDir` relative to `root`; no such folder is no apis. */
export function findApiFiles(root: string, serverDir: string, list: FilesBelow = filesBelow): ApiFiles {
  const names = list(`${root}/${serverDir}`).filter((name) => name.endsWith(API_FILE))
  const collected = names.filter((name) => !name.includes('/'))
  return {
    collected: collected.map((name) => ({ file: `${serverDir}/${name}`, module: name.slice(0, -API_FILE.length) })),
    nested: names.filter((name) => name.includes('/')).map((name) => `${serverDir}/${name}`),
  }
}
