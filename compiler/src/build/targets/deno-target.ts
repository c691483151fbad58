/** A server on `Deno.serve`. */
import type { BuildTarget } from './build-target.ts'
import { writeEntryFile } from './entry-files.ts'

export const denoTarget: BuildTarget = {
  name: 'deno',
  emitEntry: () =>
    [
      "import { createApp } from 'fw:server'",
      "import { startOnDeno } from '@fw/runtime/targets'",
      'const at = (path) => new URL(path, import.meta.url)',
      "export const start = () => startOnDeno({ createApp, clientDir: at('../client'), root: at('../../') })",
      '',
    ].join('\n'),
  async write(output) {
    await writeEntryFile(output, 'start.js', ["const { start } = await import('./deno.js')", 'await start()'])
    output.log('wrote    dist/server/start.js: deno run -A dist/server/start.js')
  },
}
