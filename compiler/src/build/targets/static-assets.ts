/** The browser files of a build that a platform serves itself, with the cache policies of the framework's own hosts. */
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BUILT_FILES, type BuiltFiles, isServedFile, SetupError } from '@fw/runtime/contract'
import { join, toSlashes } from '#slash-path.ts'

/** `cache-control` of files whose name contains a hash of their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
/** `cache-control` of other files. It is the default of Cloudflare, Vercel and Netlify, too. */
export const REVALIDATED = 'public, max-age=0, must-revalidate'
/** Folder of the files with a hash. `public/` may have other files in it. */
export const HASHED_FOLDER = 'assets/'

interface StaticAssets {
  /** Files that are served, relative to `dist/client`, without compressed copies: platforms compress files themselves. */
  readonly names: readonly string[]
  /** Files in the folder of the hashed ones whose name has no hash. */
  readonly changing: readonly string[]
}

/** Lists the files that are served. */
export async function listStaticAssets(clientOut: string): Promise<StaticAssets> {
  const built = JSON.parse(await readFile(clientOut + BUILT_FILES, 'utf8')) as BuiltFiles // written by our own build
  const encoded = new Set(built.encoded)
  const hashed = new Set(built.hashed)
  const entries = await readdir(clientOut, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(toSlashes(entry.parentPath), entry.name).slice(clientOut.length + 1))
    .filter((name) => !encoded.has(name) && isServedFile(name.split('/')))
    .sort()
  return { names, changing: names.filter((name) => name.startsWith(HASHED_FOLDER) && !hashed.has(name)) }
}

/** Copies files of `dist/client` to a folder. */
export async function copyStaticAssets(clientOut: string, names: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await copyFile(join(clientOut, name), join(folder, name))
  }
}

/** Throws a `SetupError` for files that a platform would serve in place of a page, such as `index.html` for its folder. */
export function refuseIndexFiles(names: readonly string[], platform: string): void {
  const file = names.find((name) => /(?:^|\/)index\.html?$/.test(name))
  if (file === undefined) return
  const path = file.slice(0, file.lastIndexOf('/') + 1)
  throw new SetupError(
    `public/${file}:1:1 ${platform} serves this file at /${path}, in place of a page of the app. Rename the file, or write it as a page.`,
  )
}
