/** Finds api modules: `<serverDir>/<module>.api.ts`, not in subfolders. */
import { type FilesBelow, filesBelow } from '../modules/folder-files.ts'

/** Suffix of api files. */
export const API_FILE = '.api.ts'

export interface ApiFiles {
  /** Relative to the app root, sorted. */
  readonly collected: readonly { readonly file: string; readonly module: string }[]
  /** Api files in subfolders, which aren't collected. */
  readonly nested: readonly string[]
}

/** Finds the api files. `serverDir` is relative to `root`; a missing folder has no apis. */
export function findApiFiles(root: string, serverDir: string, list: FilesBelow = filesBelow): ApiFiles {
  const names = list(`${root}/${serverDir}`).filter((name) => name.endsWith(API_FILE))
  const collected = names.filter((name) => !name.includes('/'))
  return {
    collected: collected.map((name) => ({ file: `${serverDir}/${name}`, module: name.slice(0, -API_FILE.length) })),
    nested: names.filter((name) => name.includes('/')).map((name) => `${serverDir}/${name}`),
  }
}
