import { describe, expect, it } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import type { FwConfig, Platform } from '../../../../runtime/src/contract.ts'
import { temporaryApp } from '../../temporary-app.ts'

const SCHEDULES = `import { schedule } from '@fw/runtime'

export const nightly = schedule({ cron: '0 3 * * *', run: () => undefined })
`
const REFUSED_SCHEDULES = `import { schedule } from '@fw/runtime'

const run = () => undefined
const times = { cron: process.env.TIMES ?? '0 3 * * *', run }

export const zone = schedule({ cron: '0 3 * * *', timezone: 'Europe/Berlin', run })
export const six = schedule({ cron: '*/5 * * * * *', run })
export const short = schedule({ every: '45s', run })
export const last = schedule({ cron: '0 3 L * *', run })
export const both = schedule({ cron: '0 3 1 * MON', run })
export const open = schedule(times)
export const late = schedule({ cron: process.env.TIMES ?? '0 3 * * *', run })
export const utc = schedule({ cron: '0 3 * * *', timezone: 'UTC', run })
export const quarter = schedule({ every: '15m', run })
export * from './server/more.ts'
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
    .map(
      ({ span, message }) =>
        `${span?.file}:${span?.line} ${message.replace('AWS Lambda', 'Lambda').split(' ').slice(0, 4).join(' ')}`,
    )
    .sort()
}

describe.each([
  ['lambda', 'Lambda'],
  ['netlify', 'Netlify'],
  ['vercel', 'Vercel'],
])('a function on %s', (output, platform) => {
  const find = async (config: string, files?: Readonly<Record<string, string>>, evaluated?: FwConfig) =>
    (await findFeatures(config, files, evaluated)).map((found) => found.replace(platform, 'PLATFORM'))
  const target = output as Platform

  it('is refused what it lacks, at the file that needs it', async () => {
    expect(await find(`{\n  output: '${output}',\n  data: 'sqlite:app.db',\n}`, FILES)).toEqual([
      'fw.config.ts:3 PLATFORM has no lasting',
      'src/routes/now.tsx:1 The page /now stays',
      "src/ws.ts:1 PLATFORM doesn't serve the",
    ])
  })

  it('runs schedules at times that its cron can have, and refuses others at their position', async () => {
    const data = `{ output: '${output}', data: 'memory' }`
    expect(await find(data, { 'src/schedules.ts': SCHEDULES })).toEqual([])
    const { diagnostics } = await check(
      temporaryApp({
        'fw.config.ts': `export default ${data}\n`,
        'src/schedules.ts': REFUSED_SCHEDULES,
        'src/server/more.ts': SCHEDULES,
      }),
    )
    expect(
      diagnostics.map(({ span, message }) => `${span?.line}:${span?.column} ${/: (.*?), or build/.exec(message)?.[1]}`),
    ).toEqual([
      '6:61 its times are in the time zone Europe/Berlin. Write them in UTC',
      '7:37 it has seconds. Write five fields',
      '8:40 no cron expression has the interval 45s. Write minutes that divide an hour, hours that divide a day, or 1d',
      '9:38 its expression has L, W or #. Write numbers and ranges',
      '10:38 it has days of the month and days of the week. Write two schedules',
      '11:14 its times are known only at run time. Write cron or every as a literal in export const … = schedule({ … })',
      '12:14 its times are known only at run time. Write cron or every as a literal in export const … = schedule({ … })',
      '15:1 its times are known only at run time. Write cron or every as a literal in export const … = schedule({ … })',
    ])
  })

  it('leaves invalid schedules to their own rule', async () => {
    const schedules = SCHEDULES.replace('0 3 * * *', '0 25 * * *').replace(/^/, 'export const other = 1\n')
    expect(await find(`{ output: '${output}', data: 'memory' }`, { 'src/schedules.ts': schedules })).toEqual([])
  })

  it('requires a decision about data, and accepts memory, a server, and a value of the environment', async () => {
    expect(await find(`{ output: '${output}' }`)).toEqual(['fw.config.ts:1 PLATFORM runs several instances,'])
    expect(await find(`{ output: '${output}', data: 'memory' }`)).toEqual([])
    expect(await find(`{ output: '${output}', data: 'postgres://db/shop' }`)).toEqual([])
    const late = '{\n  data: process.env.DATA_URL }'
    expect(await find(late, {}, { output: target })).toEqual([])
    const lost = ['fw.config.ts:2 PLATFORM has no lasting']
    expect(await find(late, {}, { output: target, data: 'sqlite:app.db' })).toEqual(lost)
  })
})

it.each(['', 'node', 'bun', 'deno', 'h3'])('refuses nothing for a server: "%s"', async (output) => {
  const target = output === '' ? '' : `output: '${output}', `
  expect(await findFeatures(`{ ${target}data: 'sqlite:app.db' }`, FILES)).toEqual([])
})

it('refuses requests, timers and random values while a module of a Worker loads, and accepts them in functions', async () => {
  const files = {
    'src/routes/index.tsx': `import { id } from '../id.ts'
import { later } from '../later.ts'

const greeting = await fetch('https://api.example/greeting')

export default () => <p>{id + later()}</p>
`,
    'src/id.ts': `import { randomBytes as bytes } from 'node:crypto'
import * as timers from 'node:timers/promises'

export const id = [crypto.randomUUID(), bytes(8).toString('hex')].join()
globalThis.setInterval(() => undefined, 1_000)
await timers.setTimeout(10)
export default { signal: AbortSignal.timeout(5), socket: new WebSocket('wss://api.example') }
`,
    'src/later.ts': `import { setTimeout } from './own-timer.ts'

let known: string | undefined
export const later = () => (known ??= crypto.randomUUID())
export class Later {
  id = crypto.randomUUID()
}
setTimeout(() => fetch('https://api.example'))
export const seed = Math.random() + Date.now()
if (typeof document !== 'undefined') setInterval(() => undefined, 1_000)
`,
    'src/own-timer.ts': 'export const setTimeout = (run: () => unknown) => run\n',
    'src/client.ts': 'setInterval(() => undefined, 1_000)\n',
    'src/server/notes.api.ts': `import { api } from '@fw/runtime'

const key = crypto.getRandomValues(new Uint8Array(8))
export const read = api({ access: 'public', run: async () => [...key].length })
`,
    'src/schedules.ts': SCHEDULES,
    'src/ws.ts': SOCKET,
  }
  const message = 'Cloudflare Workers allow no'
  expect(await findFeatures("{ output: 'cloudflare' }", files)).toEqual(
    [
      ...['src/id.ts:4', 'src/id.ts:4', 'src/id.ts:5', 'src/id.ts:6', 'src/id.ts:7', 'src/id.ts:7'],
      ...['src/routes/index.tsx:4', 'src/server/notes.api.ts:3'],
    ].map((at) => `${at} ${message}`),
  )
  expect(await findFeatures("{ output: 'node' }", files)).toEqual([])
})
