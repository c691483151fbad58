/** Files in the folder of an app that no page is made of, such as logs, databases and swap files of editors, on the real `fw dev`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveFaultyApp } from './faulty-app.ts'

const faulty = serveFaultyApp()
/** Longer than the watcher takes. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 1000))
const FILES = ['visits.log', 'uploads/photo.png']

test.each(FILES)('errors stay while a file is written that no page is made of: %s', async (name) => {
  const { page } = await faulty.chromium.open(`${faulty.dev.url}/shelf/lamp`)
  const panel = page.getByRole('dialog')
  await panel.waitFor()
  const file = join(faulty.app.root, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, '1')
  await pause()
  writeFileSync(file, '2')
  await pause()
  expect(await panel.isVisible()).toBe(true)
  rmSync(file)
  await pause()
  expect(await panel.isVisible()).toBe(true)
  expect((await faulty.listErrors()).map(({ path }) => path)).toContain('/shelf/lamp')
  await page.close()
})

test('a page that writes a file whenever it renders is not reloaded', async () => {
  const { page, requests } = await faulty.chromium.open('about:blank')
  let visits = 0
  // The file is written before the page is connected.
  await page.route('**/@vite/client', async (route) => {
    visits += 1
    writeFileSync(join(faulty.app.root, 'visits.log'), String(visits))
    await pause()
    await route.continue()
  })
  await page.goto(`${faulty.dev.url}/`)
  await page.locator('fw-island[ok]').first().waitFor()
  await pause()
  await pause()
  expect([visits, requests.filter((path) => path === '/').length]).toEqual([1, 1])
  await page.close()
})

test('an edit of a source, and a file that an import lacked, still remove the errors', async () => {
  await fetch(`${faulty.dev.url}/shelf/lamp`, { headers: { accept: 'text/html' } })
  expect((await faulty.listErrors()).length).toBeGreaterThan(0)
  const source = faulty.app.read('src/server/stock.api.ts')
  faulty.app.write('src/server/stock.api.ts', `${source}\n`)
  await expect.poll(faulty.listErrors).toEqual([])
  faulty.app.write(
    'src/server/stock.api.ts',
    `import rows from '../../rows.json'\n${source.replace('only one', `\${rows.length} only one`)}`,
  )
  await expect
    .poll(async () => {
      await fetch(`${faulty.dev.url}/shelf/lamp`, { headers: { accept: 'text/html' } })
      return JSON.stringify(await faulty.listErrors())
    })
    .toContain('rows.json')
  faulty.app.write('rows.json', '[]')
  await expect.poll(async () => JSON.stringify(await faulty.listErrors())).not.toContain('rows.json')
  faulty.app.write('src/server/stock.api.ts', source)
})
