import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { EXECUTABLE } from '../script-bytes.ts'
import { livePages } from './live-server.ts'

const KIB = 1024
const pages = livePages()

test('a live page without islands loads one script of at most 1.5 KB, also after a change', async () => {
  const { page, requests } = await pages.open('/')
  await pages.server.setCards('Tea')
  await page.getByText('1 cards').waitFor()
  const scripts = await page
    .locator(EXECUTABLE)
    .evaluateAll((all) => all.map((script) => [script.getAttribute('src'), script.textContent]))
  const { liveUrl } = pages.server
  expect(scripts).toEqual([[liveUrl, '']])
  expect(requests.filter((path) => path.startsWith('/assets/'))).toEqual([liveUrl])
  const script = pages.server.file(liveUrl)
  expect(script.toString()).not.toMatch(/\bimport\s*["'{]|createSignal|\bsolid\b/)
  expect(brotliCompressSync(script).length).toBeLessThanOrEqual(1.5 * KIB)
})
