/** The static files of a Worker, with the headers that the framework's own hosts send. */
import { writeFile } from 'node:fs/promises'
import { join } from '#slash-path.ts'
import { copyStaticAssets, HASHED_FOLDER, IMMUTABLE, listStaticAssets, REVALIDATED } from '../static-assets.ts'

/** https://developers.cloudflare.com/workers/static-assets/headers/ */
const MAX_RULES = 100

/** Copies the files that are served, and writes `_headers`. Returns the number of files. */
export async function copyAssets(clientOut: string, folder: string): Promise<number> {
  const { names, changing } = await listStaticAssets(clientOut)
  await copyStaticAssets(clientOut, names, folder)
  await writeFile(join(folder, '_headers'), printHeaders(changing))
  return names.length
}

function printHeaders(changing: readonly string[]): string {
  const rules = [
    rule('/*', ['X-Content-Type-Options: nosniff']),
    // `!` removes the header of the platform, which would otherwise be joined with this one.
    rule(`/${HASHED_FOLDER}*`, ['! Cache-Control', `Cache-Control: ${IMMUTABLE}`]),
    ...changing.map((name) => rule(`/${encodeURI(name)}`, ['! Cache-Control', `Cache-Control: ${REVALIDATED}`])),
  ]
  if (rules.length > MAX_RULES)
    throw new Error(
      `public/${HASHED_FOLDER} has ${changing.length} files, and Cloudflare accepts ${MAX_RULES} rules for headers. Move them to another folder of public/: files of ${HASHED_FOLDER} are cached for a year.`,
    )
  return `${rules.join('\n')}\n`
}

function rule(path: string, lines: readonly string[]): string {
  return [path, ...lines.map((line) => `  ${line}`)].join('\n')
}
