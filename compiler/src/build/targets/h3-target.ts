/** The app as an app of h3: a web handler for any host that calls `fetch(request)`, and a server on Node. */
import type { BuildTarget } from './build-target.ts'
import { writeEntryFile } from './entry-files.ts'

export const h3Target: BuildTarget = {
  name: 'h3',
  emitEntry: () =>
    [
      "import { createApp } from 'fw:server'",
      "import { createAppHandler, startOnH3 } from '@fw/runtime/targets'",
      'const at = (path) => new URL(path, import.meta.url)',
      "const host = { createApp, clientDir: at('../client'), root: at('../../') }",
      'export const open = () => createAppHandler(host)',
      'export const start = () => startOnH3(host)',
      '',
    ].join('\n'),
  async write(output) {
    await writeEntryFile(output, 'handler.js', [
      "const { open } = await import('./h3.js')",
      'export const { fetch, close } = await open()',
      'export default { fetch }',
    ])
    await writeEntryFile(output, 'start.js', ["const { start } = await import('./h3.js')", 'await start()'])
    output.log('wrote    dist/server/start.js (a server on Node) and dist/server/handler.js (exports fetch)')
  },
}
