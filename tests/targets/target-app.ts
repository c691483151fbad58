/** The shop with endpoints for the tests of targets: a stream, a limit, work after the response, the environment. */
import { rmSync } from 'node:fs'
import { copySources, runFw } from '../playground/built-example.ts'

export const SECRET = 'a secret of the tests, long enough to sign with'

const FILES = {
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
  'src/routes/later.http.ts': `import { setTimeout as pause } from 'node:timers/promises'
import type { EndpointEvent } from '@fw/runtime/h3'

let finished = 0

export const GET = () => ({ finished })

export function POST(event: EndpointEvent) {
  event.waitUntil(pause(300).then(() => (finished += 1)))
  return new Response(null, { status: 202 })
}
`,
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
  allowedHosts: ['shop.example'],
  llmsTxt: {},
  ${config}
})
`,
  })
  await runFw(['build', '--target', target], folder, { SESSION_SECRET: SECRET, GREETING: 'built' })
  return folder
}

export function removeBuild(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
