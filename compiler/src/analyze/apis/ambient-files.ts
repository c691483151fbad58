/**
 * Finds the files whose declarations every module sees without an import: the generated types, the app's `*.d.ts`, and the
 * modules with `declare global` or `declare module` that `tsc` reads with the app's tsconfig.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { FilesBelow } from '../modules/folder-files.ts'
import { isForeknown, TOOL_TYPES_FILE } from './register-types.ts'

/** Lists the files, absolute and with `/`. */
export type AmbientFiles = (list: FilesBelow) => Promise<readonly string[]>

/** Creates the list of the app at `root`. It reads a file again only after the file has changed. */
export function createAmbientFiles(root: string): AmbientFiles {
  const known = new Map<string, { readonly stamp: string; readonly augments: boolean }>()
  const augments = (file: string): boolean => {
    const stamp = readStamp(file)
    const last = known.get(file)
    if (last?.stamp === stamp) return last.augments
    const text = readText(file)
    const found = AUGMENTATION.test(text) || (!MODULE.test(text) && TYPES.test(text))
    known.set(file, { stamp, augments: found })
    return found
  }
  return async (list) => {
    const always = [`${root}/.fw/types`, `${root}/src`].flatMap((folder) =>
      list(folder)
        .filter((name) => name.endsWith('.d.ts'))
        .map((name) => `${folder}/${name}`)
        .filter((file) => !isForeknown(root, file) && file !== `${root}/${TOOL_TYPES_FILE}`),
    )
    const others = listSources(root, list).filter((file) => !always.includes(file) && augments(file))
    if (others.length === 0) return always
    // Without such files, TypeScript isn't loaded.
    const { listProgramFiles } = await import('#program/compiler-options.ts')
    const included = new Set(listProgramFiles(root))
    return [...always, ...others.filter((file) => included.has(file))]
  }
}

const AUGMENTATION = /\bdeclare\s+(?:global|module)\b/
/** The declarations of a file without imports and exports are global. */
const MODULE = /^\s*(?:import|export)\b/m
const TYPES = /^\s*(?:declare\s+)?(?:interface|type|namespace|class|enum|const|function)\s/m

/** Returns the sources of the app, except those that are installed, built or hidden. */
function listSources(root: string, list: FilesBelow): readonly string[] {
  return readEntries(root).flatMap((entry) => {
    if (entry.name.startsWith('.') || entry.name === 'node_modules' || entry.name === 'dist') return []
    const names = entry.isDirectory()
      ? list(`${root}/${entry.name}`).map((name) => `${entry.name}/${name}`)
      : [entry.name]
    return names.filter((name) => /\.[cm]?tsx?$/.test(name)).map((name) => `${root}/${name}`)
  })
}

function readEntries(root: string) {
  try {
    return readdirSync(root, { withFileTypes: true })
  } catch {
    return []
  }
}

/** Returns the size and the time of a file. */
export function readStamp(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return `${file} ${found?.size} ${found?.mtimeMs}`
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
