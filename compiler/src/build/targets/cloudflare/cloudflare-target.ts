/** A Worker of Cloudflare: its modules, static files and the configuration with which `wrangler` deploys them. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { join } from '#slash-path.ts'
import type { BuildTarget, TargetOutput } from '../build-target.ts'
import { copyAssets } from './copy-assets.ts'
import { loadLate } from './late-modules.ts'
import { withoutUnusedModules } from './left-out-modules.ts'
import { recordImports, refuseUnsupported } from './unsupported-imports.ts'
import { writeWranglerConfig } from './wrangler-config.ts'

/** The module with which only a Worker runs. */
const WORKERS_MODULE = 'cloudflare:workers'
/** Modules of a Worker have no URL, and `createRequire` of bundled CommonJS modules needs one. */
const URL_IN_WORKERS = '"file:///worker.js"'

export const cloudflareTarget: BuildTarget = {
  name: 'cloudflare',
  bundlesPackages: true,
  inlinesConfig: true,
  emitEntry: () =>
    [
      `import { DurableObject, waitUntil } from '${WORKERS_MODULE}'`,
      "import { createWorker } from '@fw/runtime/targets'",
      "import { createApp } from 'fw:server'",
      'const worker = createWorker({ createApp, DurableObject, waitUntil })',
      'export default worker.handlers',
      'export const { FwData, FwStreams } = worker',
      '',
    ].join('\n'),
  adaptOptions({ build, resolve, ...options }, paths) {
    const rolldownOptions = build?.rolldownOptions ?? {}
    const late = loadLate()
    return {
      ...options,
      define: { ...options.define, 'process.env.NODE_ENV': '"production"' },
      resolve: {
        ...resolve,
        // Packages choose code without `eval` and `node:` modules by it.
        conditions: ['workerd', ...(resolve?.conditions ?? [])],
      },
      build: {
        ...build,
        target: 'es2024',
        minify: true,
        rolldownOptions: {
          ...rolldownOptions,
          external: [WORKERS_MODULE],
          plugins: [rolldownOptions.plugins, recordImports(paths), withoutUnusedModules(paths), late.plugin],
          output: { ...rolldownOptions.output, codeSplitting: { groups: [late.group] } },
        },
      },
    }
  },
  async write(output) {
    const folder = join(output.paths.root, 'dist/cloudflare')
    await rm(folder, { recursive: true, force: true })
    refuseUnsupported(output)
    const size = await copyWorker(output, join(folder, 'worker'))
    const files = await copyAssets(output.paths.clientOut, join(folder, 'assets'))
    await writeWranglerConfig(output, folder)
    output.log(
      `wrote    dist/cloudflare (Worker: ${size.files} modules, ${toKilobytes(size.bytes)}, ${toKilobytes(size.gzipped)} gzip; ${files} static files)`,
    )
  },
}

interface WorkerSize {
  readonly files: number
  readonly bytes: number
  readonly gzipped: number
}

/** Copies the modules of the Worker, without their source maps. */
async function copyWorker({ paths, serverFiles }: TargetOutput, folder: string): Promise<WorkerSize> {
  let [bytes, gzipped] = [0, 0]
  for (const name of serverFiles) {
    const to = join(folder, name)
    const code = (await readFile(join(paths.serverOut, name), 'utf8')).replace(/\bimport\.meta\.url\b/g, URL_IN_WORKERS)
    await mkdir(dirname(to), { recursive: true })
    await writeFile(to, code)
    bytes += Buffer.byteLength(code)
    gzipped += gzipSync(code).byteLength
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
  return { files: serverFiles.length, bytes, gzipped }
}

function toKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
