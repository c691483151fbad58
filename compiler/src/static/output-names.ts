/** Records every file of a static site and its owner, so that no two files collide on a disk or a host. */
import { foldName } from './page-file.ts'

interface OutputNames {
  /** Claims a file, relative and with `/`. If that isn't possible, returns the reason. */
  claim(file: string, owner: string): string | undefined
  has(file: string): boolean
}

/** Creates the names. `taken`: files that exist already. */
export function createOutputNames(taken: readonly string[], owner: string): OutputNames {
  const files = new Map<string, { readonly file: string; readonly owner: string }>()
  const folders = new Map<string, { readonly file: string; readonly owner: string }>()
  const claim = (file: string, by: string): string | undefined => {
    const same = files.get(foldName(file)) ?? folders.get(foldName(file))
    if (same !== undefined)
      return same.file === file ? `${same.owner} is written there too` : `${same.owner} differs only in its capitals`
    for (let end = file.indexOf('/'); end !== -1; end = file.indexOf('/', end + 1)) {
      const folder = file.slice(0, end)
      const key = foldName(folder)
      const inTheWay = files.get(key)
      if (inTheWay !== undefined) return `${inTheWay.owner} is a file with the name of the folder ${folder}`
      const known = folders.get(key)
      if (known === undefined) folders.set(key, { file: folder, owner: by })
      else if (known.file !== folder) return `${known.owner} differs only in the capitals of the folder ${known.file}`
    }
    files.set(foldName(file), { file, owner: by })
    return undefined
  }
  for (const file of taken) claim(file, `${owner}${file}`)
  return { claim, has: (file) => files.has(foldName(file)) }
}
