import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { EXECUTABLE } from '../script-bytes.ts'
import { livePages } from './live-server.ts'

const KIB = 1024
const pages = livePages()

test('a live page without islands loads one script of at most 1.05 KB, and one of at most 1.1 KB with the first change', async () => {
  const { page, requests } = await pages.open('/')
  const listScripts = () => requests.filter((path) => path.startsWith('/assets/'))
  const sizes = () => listScripts().map((path) => brotliCompressSync(pages.server.file(path)).length / KIB)
  const { liveUrl } = pages.server
  const scripts = await page
    .locator(EXECUTABLE)
    .evaluateAll((all) => all.map((script) => [script.getAttribute('src'), script.textContent]))
  expect(scripts).toEqual([[liveUrl, '']])
  expect(listScripts()).toEqual([liveUrl])
  await pages.server.setCards('Tea')
  await page.getByText('1 cards').waitFor()
  await pages.server.setCards('Tea', 'Rice')
  await page.getByText('2 cards').waitFor()
  const [atLoad = 0, atChange = 0, ...others] = sizes()
  expect(others).toEqual([])
  expect(atLoad).toBeLessThanOrEqual(1.05)
  expect(atChange).toBeLessThanOrEqual(1.1)
  for (const path of listScripts()) expect(pages.server.file(path).toString()).not.toMatch(/createSignal|\bsolid\b/)
})
