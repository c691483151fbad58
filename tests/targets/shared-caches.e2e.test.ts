/** Public pages of a function behind the cache of a CDN: what middleware shows one visitor, or a nonce, is sent to that visitor only. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copySources, runFw } from '../playground/built-example.ts'
import { behindSharedCache } from '../shared-cache.ts'
import { FUNCTION_SENDER } from './function-transcript.ts'
import { startVercel, type VercelPlatform } from './vercel-platform.ts'

const PAGE = `export const cache = { scope: 'public', sharedMaxAge: 60, swr: 600 }

export default () => <p>The recipe is 42.</p>
`
/** `/members` is for visitors with a cookie, `/office` for visitors from an address, and `/open` allows copies. */
const MIDDLEWARE = `export default function middleware({ url, headers }: Request) {
  const { pathname } = new URL(url)
  const isAllowed =
    pathname === '/members'
      ? headers.get('cookie')?.includes('session_token=member')
      : pathname !== '/office' || headers.get('x-real-ip') === '198.51.100.7'
  return isAllowed ? undefined : new Response('Sign in.', { status: 401 })
}
`

/** Builds the starter with these pages, and starts the function. */
async function deploy(csp: boolean): Promise<{ platform: VercelPlatform; close(): Promise<void> }> {
  const folder = copySources('starter', {
    'src/routes/members.tsx': PAGE,
    'src/routes/office.tsx': PAGE,
    'src/routes/open.tsx': PAGE.replace('swr: 600', 'swr: 600, cdn: true'),
    ...(csp ? {} : { 'src/middleware.ts': MIDDLEWARE }),
    'fw.config.ts': `import { defineConfig } from '@fw/runtime'

export default defineConfig({ title: 'Notes', siteUrl: 'https://shop.example', data: 'memory', csp: ${csp} })
`,
  })
  await runFw(['build', '--target', 'vercel'], folder)
  const platform = await startVercel(join(folder, '.vercel/output'), { PATH: process.env.PATH }, 1)
  return {
    platform,
    async close() {
      await platform.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The responses of the CDN to these visitors of a page, one after the other: whether they have the content, and come from the cache. */
function createVisits(platform: VercelPlatform, sender?: string) {
  const visit = behindSharedCache((path, { 'x-visitor': from = sender, ...headers }) =>
    platform.send(path, { headers }, from),
  )
  return async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const { status, isHit, text, headers: sent } = await visit(path, { accept: 'text/html', ...headers })
    return {
      status,
      isHit,
      hasContent: text.includes('The recipe is 42.'),
      control: sent.get('cache-control'),
      text,
      sent,
    }
  }
}

const REFUSED = { status: 401, isHit: false, hasContent: false }
const SHOWN = { status: 200, isHit: false, hasContent: true, control: 'private, no-store' }

describe('with middleware', () => {
  let app: Awaited<ReturnType<typeof deploy>>
  beforeAll(async () => {
    app = await deploy(false)
  })
  afterAll(() => app?.close())

  test.each([
    ['/members', { cookie: 'session_token=member' }],
    ['/office', { 'x-visitor': '198.51.100.7' }],
  ])('%s is sent to its visitors only', async (path, own: Readonly<Record<string, string>>) => {
    const visit = createVisits(app.platform, FUNCTION_SENDER)
    expect(await visit(path)).toMatchObject(REFUSED)
    expect(await visit(path, own)).toMatchObject(SHOWN)
    expect(await visit(path)).toMatchObject(REFUSED)
    expect((await visit(path, own)).sent.get('x-fw-cache')).toBe('HIT')
  })

  test('a page that allows it is stored', async () => {
    const visit = createVisits(app.platform)
    expect((await visit('/open')).control).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=600')
    expect(await visit('/open')).toMatchObject({ isHit: true, hasContent: true })
  })
})

describe('under csp', () => {
  let app: Awaited<ReturnType<typeof deploy>>
  beforeAll(async () => {
    app = await deploy(true)
  })
  afterAll(() => app?.close())

  test.each(['/members', '/open'])('no two visitors of %s get the same nonce', async (path) => {
    const visit = createVisits(app.platform)
    const visits = [await visit(path), await visit(path)]
    for (const one of visits) expect(one).toMatchObject(SHOWN)
    const nonces = visits.map(({ sent }) => sent.get('x-fw-nonce'))
    expect(new Set(nonces).size).toBe(2)
    expect(nonces).not.toContain(null)
  })
})
