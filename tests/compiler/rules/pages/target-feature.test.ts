import { expect, it } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import type { FwConfig } from '../../../../runtime/src/contract.ts'
import { temporaryApp } from '../../temporary-app.ts'

const SCHEDULES = `import { schedule } from '@fw/runtime'

export const nightly = schedule({ cron: '0 3 * * *', run: () => undefined })
`
const SOCKET = `import { defineWebSocket } from '@fw/runtime/server'

export default defineWebSocket({ message() {} })
`
const LIVE = 'export const live = true\n\nexport default () => <p>Now</p>\n'
const FILES = { 'src/schedules.ts': SCHEDULES, 'src/ws.ts': SOCKET, 'src/routes/now.tsx': LIVE }

/** Returns the file, line and beginning of the message of each finding. */
async function findFeatures(config: string, files: Readonly<Record<string, string>> = {}, evaluated?: FwConfig) {
  const app = temporaryApp({ 'fw.config.ts': `export default ${config}\n`, ...files })
  const { diagnostics } = await check({ ...app, ...(evaluated && { config: evaluated }) })
  return diagnostics
    .filter(({ code }) => code === 'target-feature')
    .map(({ span, message }) => `${span?.file}:${span?.line} ${message.split(' ').slice(0, 4).join(' ')}`)
    .sort()
}

it('refuses what AWS Lambda lacks, at the file that needs it', async () => {
  expect(await findFeatures("{\n  output: 'lambda',\n  data: 'sqlite:app.db',\n}", FILES)).toEqual([
    'fw.config.ts:3 AWS Lambda has no',
    'src/routes/now.tsx:1 The page /now stays',
    "src/schedules.ts:1 AWS Lambda doesn't run",
    "src/ws.ts:1 AWS Lambda doesn't serve",
  ])
})

it('requires a decision about data on AWS Lambda, and accepts memory, a server, and a value of the environment', async () => {
  expect(await findFeatures("{ output: 'lambda' }")).toEqual(['fw.config.ts:1 AWS Lambda runs several'])
  expect(await findFeatures("{ output: 'lambda', data: 'memory' }")).toEqual([])
  expect(await findFeatures("{ output: 'lambda', data: 'postgres://db/shop' }")).toEqual([])
  const late = '{\n  data: process.env.DATA_URL }'
  expect(await findFeatures(late, {}, { output: 'lambda' })).toEqual([])
  const lost = ['fw.config.ts:2 AWS Lambda has no']
  expect(await findFeatures(late, {}, { output: 'lambda', data: 'sqlite:app.db' })).toEqual(lost)
})

it('refuses sockets on Deno only, and nothing where the framework has its own hosts', async () => {
  expect(await findFeatures("{ output: 'deno' }", FILES)).toEqual(['src/ws.ts:1 The server on Deno'])
  for (const config of ['{}', "{ output: 'node' }", "{ output: 'bun' }", "{ output: 'h3', data: 'sqlite:app.db' }"])
    expect(await findFeatures(config, FILES)).toEqual([])
})
