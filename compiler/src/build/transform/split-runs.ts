/** Separate files for the `run` functions of intents: `cart.tsx?fw-run=Cart$add.js`, beside their component. */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { toProjectName } from '#analyze/modules/workspace-files.ts'
import { parseSplitRunId } from '#jsx/split-run-id.ts'
import { isAppSource } from '../app-paths.ts'
import type { AppSource } from '../app-source.ts'
import { jsxCompiler } from './jsx-compiler.ts'

/** For the browser, if the app enables it (`compiler.splitIntents`). */
export function splitRuns(app: AppSource): Plugin {
  return {
    name: 'fw:split-runs',
    enforce: 'pre',
    load: {
      filter: { id: /\?fw-run=/ },
      async handler(id) {
        const run = parseSplitRunId(id)
        if (run === undefined || !isAppSource(app.paths, run.file)) return null
        const code = await readFile(run.file, 'utf8')
        const { root } = app.paths
        const local = toProjectName(root, run.file)
        const compiled = await app.jsx.through(['run', run.name, local, code], async () => {
          const { compileRun } = await jsxCompiler()
          return compileRun({ code, file: run.file, root }, run.name)
        })
        return { ...compiled, moduleType: 'js' as const }
      },
    },
  }
}
