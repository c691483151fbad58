/** The rows of the bench by name. Each module is loaded when its row runs. */
import type { BenchOptions, Log, Result } from './result.ts'

type Row = (options: BenchOptions, log: Log) => Promise<readonly Result[]>

export const ROWS: Readonly<Record<string, Row>> = {
  calls: async (...args) => (await import('./calls-row.ts')).measureCalls(...args),
  pages: async (...args) => (await import('./page-row.ts')).measurePages(...args),
  cache: async (...args) => (await import('./cache-row.ts')).measureCache(...args),
  bytes: async (...args) => (await import('./bytes-row.ts')).measureBytes(...args),
  start: async (...args) => (await import('./start-row.ts')).measureStart(...args),
  edit: async (...args) => (await import('./edit-row.ts')).measureEdits(...args),
  'page-builds': async (...args) => (await import('./page-build-row.ts')).measurePageBuilds(...args),
  files: async (...args) => (await import('./files-row.ts')).measureFiles(...args),
  mcp: async (...args) => (await import('./mcp-row.ts')).measureMcp(...args),
  agent: async (...args) => (await import('./agent-row.ts')).measureAgent(...args),
  static: async (...args) => (await import('./static-row.ts')).measureStatic(...args),
  validators: async (...args) => (await import('./validator-results.ts')).measureValidators(...args),
  analysis: async (...args) => (await import('./analysis-row.ts')).measureAnalysis(...args),
  islands: async (...args) => (await import('./islands-row.ts')).measureIslands(...args),
  live: async (...args) => (await import('./live-row.ts')).measureLive(...args),
  'live-board': async (...args) => (await import('./live-board-row.ts')).measureLiveBoard(...args),
  dev: async (...args) => (await import('./dev-row.ts')).measureDev(...args),
  build: async (...args) => (await import('./build-row.ts')).measureBuild(...args),
  scale: async (...args) => (await import('./scale-row.ts')).measureScale(...args),
  router: async (...args) => (await import('./router-row.ts')).measureRouter(...args),
  editor: async (...args) => (await import('./editor-row.ts')).measureEditor(...args),
  cli: async (...args) => (await import('./cli-row.ts')).measureCli(...args),
  workers: async (...args) => (await import('./workers-row.ts')).measureWorkers(...args),
  stores: async (...args) => (await import('./store-row.ts')).measureStores(...args),
}
