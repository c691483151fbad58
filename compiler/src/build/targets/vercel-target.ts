/**
 * A function on Vercel, with its static files and routes: `.vercel/output`, in the format of the Build Output API, version 3.
 * https://vercel.com/docs/build-output-api
 */
import { rm, writeFile } from 'node:fs/promises'
import { SCHEDULES_PREFIX } from '@fw/runtime/contract'
import { getContentType } from '@fw/runtime/tooling'
import { join } from '#slash-path.ts'
import type { BuildTarget, TargetOutput } from './build-target.ts'
import { copyFunction } from './function-files.ts'
import { copyStaticAssets, HASHED_FOLDER, IMMUTABLE, listStaticAssets, refuseIndexFiles } from './static-assets.ts'

/** Name and path of the function. Below `/_fw`, an app has no paths of its own. */
const FUNCTION = '_fw'
/** https://vercel.com/docs/functions/runtimes/node-js/node-js-versions */
const DEFAULT_NODE = 24

export const vercelTarget: BuildTarget = {
  name: 'vercel',
  emitEntry: () =>
    [
      "import { createApp } from 'fw:server'",
      "import { createVercelFunction } from '@fw/runtime/targets'",
      'export const open = () => createVercelFunction({ createApp })',
      '',
    ].join('\n'),
  async write(output) {
    const { paths, model, log } = output
    const folder = join(paths.root, '.vercel/output')
    const { names, changing } = await listStaticAssets(paths.clientOut)
    refuseIndexFiles(names, 'Vercel')
    // `.vercel` itself contains the settings of the project.
    await rm(folder, { recursive: true, force: true })
    await copyStaticAssets(paths.clientOut, names, join(folder, 'static'))
    await writeFunction(output, join(folder, `functions/${FUNCTION}.func`))
    const { schedules = [] } = model
    const config = {
      version: 3,
      routes: listRoutes(changing),
      overrides: Object.fromEntries(
        names
          .filter((name) => !name.startsWith(HASHED_FOLDER))
          .map((name) => [name, { contentType: getContentType(name) }]),
      ),
      // https://vercel.com/docs/cron-jobs
      ...(schedules.length > 0 && {
        crons: schedules.map(({ name, cron }) => ({
          path: SCHEDULES_PREFIX + encodeURIComponent(name),
          schedule: cron,
        })),
      }),
    }
    await writeJson(join(folder, 'config.json'), config)
    log(`wrote    .vercel/output (${names.length} static files, one function): vercel deploy --prebuilt`)
  },
}

/** https://vercel.com/docs/build-output-api/primitives#vercel-functions */
async function writeFunction(output: TargetOutput, folder: string): Promise<void> {
  await copyFunction(output, folder)
  await writeFile(join(folder, 'index.mjs'), FUNCTION_MODULE)
  await writeJson(join(folder, '.vc-config.json'), {
    runtime: `nodejs${readNodeVersion()}.x`,
    handler: 'index.mjs',
    launcherType: 'Nodejs',
    // They would read the body before the function does.
    shouldAddHelpers: false,
    shouldAddSourcemapSupport: false,
    supportsResponseStreaming: true,
  })
}

const FUNCTION_MODULE = `process.env.NODE_ENV ??= 'production'
const { open } = await import('./server/vercel.js')
export default await open()
`

/** Returns the version of Node of this build, if Vercel has it: even versions from 22. */
function readNodeVersion(): number {
  const version = Number.parseInt(process.versions.node, 10)
  return version >= 22 && version % 2 === 0 ? version : DEFAULT_NODE
}

/**
 * Files first, then the function for every other path. Headers follow `hit`, so that only files have them: the response to a
 * missing file must not be cached for a year.
 * https://vercel.com/docs/build-output-api/configuration#routes
 */
function listRoutes(changing: readonly string[]): readonly object[] {
  const others = changing.map((name) => escapePattern(encodeURI(name.slice(HASHED_FOLDER.length))))
  const hashed = others.length === 0 ? '' : `(?!(?:${others.join('|')})$)`
  return [
    { handle: 'filesystem' },
    { src: '^/.*$', dest: `/${FUNCTION}` },
    { handle: 'hit' },
    { src: `^/${HASHED_FOLDER}${hashed}.+$`, headers: { 'cache-control': IMMUTABLE }, continue: true },
    { src: '^/.*$', headers: { 'x-content-type-options': 'nosniff' }, continue: true },
  ]
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

async function writeJson(file: string, value: object): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, undefined, 2)}\n`)
}
