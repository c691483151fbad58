/** Every file of a static site and who writes it, so that no two of them meet on a disk or a host. */
import { foldName } from './page-file.ts'

export interface OutputNames {
  /** Takes a file, relative and with `/`. Says who has it, or what stands in its way, where it cannot be had. */
  claim(file: string, owner: string): string | undefined
  has(file: string): boolean
}

/** `taken`: files that are there already. */
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
