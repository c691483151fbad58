/** The static files of a Worker, with the headers that the framework's own hosts send. */
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BUILT_FILES, type BuiltFiles, isServedFile } from '@fw/runtime/contract'
import { join, toSlashes } from '#slash-path.ts'

/** Cloudflare's own headers of other files have the same `cache-control`. */
const REVALIDATED = 'public, max-age=0, must-revalidate'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const HASHED_FOLDER = 'assets/'
/** https://developers.cloudflare.com/workers/static-assets/headers/ */
const MAX_RULES = 100

/** Copies the files that are served, and writes `_headers`. Returns the number of files. */
export async function copyAssets(clientOut: string, folder: string): Promise<number> {
  const built = JSON.parse(await readFile(clientOut + BUILT_FILES, 'utf8')) as BuiltFiles // written by our own build
  // The platform compresses files itself.
  const encoded = new Set(built.encoded)
  const entries = await readdir(clientOut, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(toSlashes(entry.parentPath), entry.name).slice(clientOut.length + 1))
    .filter((name) => !encoded.has(name) && isServedFile(name.split('/')))
  await mkdir(folder, { recursive: true })
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await copyFile(join(clientOut, name), join(folder, name))
  }
  await writeFile(join(folder, '_headers'), printHeaders(names, new Set(built.hashed)))
  return names.length
}

function printHeaders(names: readonly string[], hashed: ReadonlySet<string>): string {
  const others = names.filter((name) => name.startsWith(HASHED_FOLDER) && !hashed.has(name))
  const rules = [
    rule('/*', ['X-Content-Type-Options: nosniff']),
    // `!` removes the header of the platform, which would otherwise be joined with this one.
    rule(`/${HASHED_FOLDER}*`, ['! Cache-Control', `Cache-Control: ${IMMUTABLE}`]),
    ...others.map((name) => rule(`/${encodeURI(name)}`, ['! Cache-Control', `Cache-Control: ${REVALIDATED}`])),
  ]
  if (rules.length > MAX_RULES)
    throw new Error(
      `public/${HASHED_FOLDER} has ${others.length} files, and Cloudflare accepts ${MAX_RULES} rules for headers. Move them to another folder of public/: files of ${HASHED_FOLDER} are cached for a year.`,
    )
  return `${rules.join('\n')}\n`
}

function rule(path: string, lines: readonly string[]): string {
  return [path, ...lines.map((line) => `  ${line}`)].join('\n')
}
