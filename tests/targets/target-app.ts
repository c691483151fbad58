/** The shop with endpoints for the tests of targets: a stream, a limit, work after the response, the environment. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copySources, runFw } from '../playground/built-example.ts'
import { REPOSITORY } from '../structure/source-tree.ts'

export const SECRET = 'a secret of the tests, long enough to sign with'

const FILES = {
  'public/logo@2x, größer.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/env.ts': `export interface Env {
  /** Signs the cookies of visitors. @minLength 32 */
  SESSION_SECRET: string
  /** Greeting of the tests. */
  GREETING: string
  /** Where orders are stored. */
  SHOP_DB?: string
}
`,
  'src/routes/greeting.http.ts': `import { env } from '@fw/runtime/server'

export const GET = () => new Response(env.GREETING)
`,
  'src/routes/stream.http.ts': `import { setTimeout as pause } from 'node:timers/promises'

export function GET() {
  const encoder = new TextEncoder()
  let step = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      step += 1
      if (step > 1) await pause(400)
      controller.enqueue(encoder.encode('step ' + step + '\\n'))
      if (step === 3) controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
`,
  'src/routes/limited.http.ts': `import { rateLimit } from '@fw/runtime/server'
import type { EndpointEvent } from '@fw/runtime/h3'

const limit = rateLimit({ name: 'target', limit: 2, windowMs: 60_000 })

export async function GET(event: EndpointEvent) {
  await limit.check(event.req)
  return { address: event.context.clientAddress, url: event.req.url }
}
`,
  'src/routes/later.http.ts': `import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { env } from '@fw/runtime/server'
import type { EndpointEvent } from '@fw/runtime/h3'

// Other instances read it, too.
const file = env.SHOP_DB + '.later'

export const GET = () => ({ finished: existsSync(file) ? readFileSync(file, 'utf8').length : 0 })

export function POST(event: EndpointEvent) {
  event.waitUntil(pause(300).then(() => appendFileSync(file, '1')))
  return new Response(null, { status: 202 })
}
`,
}

/** Files of an app with schedules. `weekly` writes its time into a file beside the database. */
export const SCHEDULE_FILES: Readonly<Record<string, string>> = {
  'src/schedules.ts': `import { appendFileSync } from 'node:fs'
import { schedule } from '@fw/runtime'
import { env } from '@fw/runtime/server'

/** Reports its time to the test. */
export const weekly = schedule({
  cron: '0 3 * * MON',
  run: ({ scheduledAt }) => appendFileSync(env.SHOP_DB + '.weekly', scheduledAt.toISOString() + '\\n'),
})

/** Does nothing. */
export const idle = schedule({ every: '15m', run: () => undefined })
`,
}

/** Returns the times at which `weekly` has run. */
export function readRuns(database: string): readonly string[] {
  const file = `${database}.weekly`
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

/**
 * Builds the shop for a target. Returns its folder, which the caller removes.
 *
 * @param config Source of further fields of the configuration.
 * @param files Files of the app by their paths, in place of those of the shop.
 */
export async function buildTarget(
  target: string,
  config = '',
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = copySources('shop', {
    ...FILES,
    ...files,
    'fw.config.ts': `import { defineConfig } from '@fw/runtime'

export default defineConfig({
  title: 'Halden',
  lang: 'en',
  siteUrl: 'https://halden.example',
  favicon: '/favicon.svg',
  allowedHosts: ['shop.example', 'url-id.lambda-url.eu-central-1.on.aws'],
  llmsTxt: {},
  ${config}
})
`,
  })
  if (FUNCTIONS.includes(target)) removeLive(join(folder, 'src/routes/cart.tsx'))
  await runFw(readCommand(target, `npx --no-install fw build --target ${target}`).slice(3), folder, {
    SESSION_SECRET: SECRET,
    GREETING: 'built',
  })
  return folder
}

/** Targets that refuse pages with open streams. */
const FUNCTIONS = ['lambda', 'netlify', 'vercel']

function removeLive(file: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/^export const live = true$/m, ''))
}

/** The pages of the documentation with the commands of targets. */
const PAGES: Readonly<Record<string, string>> = {
  cloudflare: 'guide/cloudflare.md',
  deno: 'guide/deno.md',
  h3: 'guide/h3.md',
  lambda: 'guide/lambda.md',
  netlify: 'guide/netlify.md',
  vercel: 'guide/vercel.md',
}

/** Returns the words of the command that begins like this, as the page of the target has it; for Node and Bun, these words. */
export function readCommand(target: string, start: string): readonly string[] {
  const page = PAGES[target]
  if (page === undefined) return start.split(' ')
  const text = readFileSync(join(REPOSITORY, 'docs', page), 'utf8')
  const line = text.split('\n').find((one) => one.startsWith(start))
  if (line === undefined) throw new Error(`docs/${page} has no command "${start}".`)
  return line.split(' ')
}

/** Returns the files below a folder that contain a secret of the environment of the build. */
export function listSecrets(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => {
    const path = join(folder, file)
    return statSync(path).isFile() && readFileSync(path).includes(SECRET)
  })
}

export function removeBuild(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
