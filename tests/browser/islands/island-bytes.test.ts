import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chromium, launchChromium } from '../chromium.ts'
import { type IslandServer, serveIslands } from '../island-server.ts'

const FOLDER = fileURLToPath(new URL('../island-app', import.meta.url))
const KIB = 1024

/** Islands that use what ordinary ones do not, as spread attributes: an app with such ones loads Solid's part for it. */
const UNUSUAL = /(?:collide|failing|fields|frame|hostile|sent-form|server-only)\.tsx$/

let server: IslandServer
let chromium: Chromium

beforeAll(async () => {
  // Other islands of this app use Suspense, resources and Show: that must not reach the pages measured here.
  ;[server, chromium] = await Promise.all([serveIslands(FOLDER, UNUSUAL), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})

/** Brotli bytes of every script that the page loads until its island is live and the network is quiet. */
async function scriptBytes(path: string): Promise<number> {
  const { page, requests } = await chromium.open(server.origin + path)
  await page.locator('fw-island[ok]').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.close()
  const files = new Set(requests.filter((url) => url.startsWith('/assets/')))
  expect(files.size).toBeGreaterThan(2)
  const sizes = [...files].map((url) => brotliCompressSync(withoutHashes(server.file(url))).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Replaces the hashes in the names of imported files. They change with every edit of any of these files, and the compressed size
 * of random letters varies by a few bytes.
 */
function withoutHashes(script: Buffer): string {
  return script.toString().replace(/-[\w-]{8}\.js/g, '-HASH.js')
}

// With the cause of an event that wakes an island, and the import of the props that a page gives an island that stays. An app
// without Suspense and error boundaries loads 0.4 KB less. The reload of a page that is older than its server takes 35 bytes, and
// the nonce by which the loader recognizes the map of the server 34. A slot that isn't shown yet may contain injected scripts, which a
// policy must stop when the slot is shown: 46 bytes.
test('a page with one counter loads at most 6.56 KB of script', async () => {
  expect(await scriptBytes('/one')).toBeLessThanOrEqual(6.56 * KIB)
})

test('a page with one counter that has an intent loads at most 6.95 KB of script', async () => {
  expect(await scriptBytes('/stepper')).toBeLessThanOrEqual(6.95 * KIB)
})
