/**
 * A function on Netlify, with its settings, in the format of the Frameworks API: `.netlify/v1`. The static files are in
 * `dist/netlify`, the directory to publish.
 * https://docs.netlify.com/build/frameworks/frameworks-api/
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from '#slash-path.ts'
import type { BuildTarget, TargetOutput } from './build-target.ts'
import { copyFunction } from './function-files.ts'
import { copyStaticAssets, HASHED_FOLDER, IMMUTABLE, listStaticAssets, refuseIndexFiles } from './static-assets.ts'

const FUNCTION = 'fw'

export const netlifyTarget: BuildTarget = {
  name: 'netlify',
  emitEntry: () =>
    [
      "import { createApp } from 'fw:server'",
      "import { createNetlifyFunction } from '@fw/runtime/targets'",
      'export const open = () => createNetlifyFunction({ createApp })',
      '',
    ].join('\n'),
  async write(output) {
    const { paths, log } = output
    const folder = join(paths.root, '.netlify/v1')
    const published = join(paths.root, 'dist/netlify')
    const { names, changing } = await listStaticAssets(paths.clientOut)
    refuseIndexFiles(names, 'Netlify')
    for (const one of [folder, published]) await rm(one, { recursive: true, force: true })
    await copyStaticAssets(paths.clientOut, names, published)
    await writeFunction(output, folder)
    await mkdir(folder, { recursive: true })
    const config = { headers: listHeaders(names, changing) }
    await writeFile(join(folder, 'config.json'), `${JSON.stringify(config, undefined, 2)}\n`)
    log(`wrote    .netlify/v1 (one function) and dist/netlify (${names.length} static files, the directory to publish)`)
  },
}

/** https://docs.netlify.com/build/functions/api/ */
async function writeFunction(output: TargetOutput, folder: string): Promise<void> {
  const own = join(folder, 'functions', FUNCTION)
  await copyFunction(output, own)
  // Netlify reads `config` from the source of the module, so its values are literals.
  await writeFile(
    join(own, `${FUNCTION}.mjs`),
    `process.env.NODE_ENV ??= 'production'
const { open } = await import('./server/netlify.js')
export default await open()
export const config = {
  name: 'fw server',
  generator: 'fw',
  path: '/*',
  excludedPath: '/.netlify/*',
  preferStatic: true,
  nodeBundler: 'none',
  includedFiles: ['**'],
}
`,
  )
}

/**
 * Headers of static files. Netlify sets no others on them than its own, and these aren't set on responses of functions.
 * https://docs.netlify.com/manage/routing/headers/
 */
function listHeaders(names: readonly string[], changing: readonly string[]): readonly object[] {
  const others = new Set(changing)
  const hashed =
    others.size === 0
      ? [`${HASHED_FOLDER}*`]
      : names.filter((name) => name.startsWith(HASHED_FOLDER) && !others.has(name)).map((name) => encodeURI(name))
  return [
    { for: '/*', values: { 'X-Content-Type-Options': 'nosniff' } },
    ...hashed.map((path) => ({ for: `/${path}`, values: { 'Cache-Control': IMMUTABLE } })),
  ]
}
