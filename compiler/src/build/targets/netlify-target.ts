/**
 * A function on Netlify, with its settings, in the format of the Frameworks API: `.netlify/v1`. The static files are in
 * `dist/netlify`, the directory to publish.
 * https://docs.netlify.com/build/frameworks/frameworks-api/
 */
import { rm, writeFile } from 'node:fs/promises'
import { formatCount } from '@fw/runtime/contract'
import type { PlannedSchedule } from '#model.ts'
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
      "import { createNetlifyFunction, createNetlifySchedule } from '@fw/runtime/targets'",
      'export const open = () => createNetlifyFunction({ createApp })',
      'export const openSchedule = (name) => createNetlifySchedule({ createApp }, name)',
      '',
    ].join('\n'),
  async write(output) {
    const { paths, model, log } = output
    const folder = join(paths.root, '.netlify/v1')
    const published = join(paths.root, 'dist/netlify')
    const { schedules = [] } = model
    const { names, changing } = await listStaticAssets(paths.clientOut)
    refuseIndexFiles(names, 'Netlify')
    for (const one of [folder, published]) await rm(one, { recursive: true, force: true })
    await copyStaticAssets(paths.clientOut, names, published)
    await writeFunction(output, folder)
    for (const schedule of schedules) await writeSchedule(output, folder, schedule)
    const config = { headers: listHeaders(names, changing) }
    await writeFile(join(folder, 'config.json'), `${JSON.stringify(config, undefined, 2)}\n`)
    const functions = formatCount(1 + schedules.length, 'function')
    log(`wrote    .netlify/v1 (${functions}) and dist/netlify (${names.length} static files, the directory to publish)`)
  },
}

/** https://docs.netlify.com/build/functions/api/ */
async function writeFunction(output: TargetOutput, folder: string): Promise<void> {
  const own = join(folder, 'functions', FUNCTION)
  await copyFunction(output, own)
  await writeFile(
    join(own, `${FUNCTION}.mjs`),
    printModule('open', 'open()', [
      "name: 'fw server'",
      "path: '/*'",
      "excludedPath: '/.netlify/*'",
      'preferStatic: true',
    ]),
  )
}

/**
 * Writes the function of a schedule, with a copy of the server: each function is uploaded for itself.
 * https://docs.netlify.com/build/functions/scheduled-functions/
 */
async function writeSchedule(output: TargetOutput, folder: string, { name, cron }: PlannedSchedule): Promise<void> {
  // Names of functions have fewer characters than names of exports.
  const id = `${FUNCTION}-schedule-${name.replace(/[^\w-]/g, (char) => `-${char.codePointAt(0)}`)}`
  const own = join(folder, 'functions', id)
  await copyFunction(output, own)
  const config = [`name: ${JSON.stringify(`fw schedule ${name}`)}`, `schedule: ${JSON.stringify(cron)}`]
  await writeFile(join(own, `${id}.mjs`), printModule('openSchedule', `openSchedule(${JSON.stringify(name)})`, config))
}

/** Netlify reads `config` from the source of the module, so its values are literals. */
function printModule(imported: string, handler: string, config: readonly string[]): string {
  const fields = ["generator: 'fw'", ...config, "nodeBundler: 'none'", "includedFiles: ['**']"]
  return `process.env.NODE_ENV ??= 'production'
const { ${imported} } = await import('./server/netlify.js')
export default await ${handler}
export const config = {
${fields.map((field) => `  ${field},\n`).join('')}}
`
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
