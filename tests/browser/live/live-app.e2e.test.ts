/** Live reads of an app as people write it: types for contracts, built and in development, with values that the wire encodes. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, startBuilt, startDev } from '../../compiler/build/app-copy.ts'
import { copySources } from '../../playground/built-example.ts'
import { type Chromium, launchChromium } from '../chromium.ts'

const CLOCK = `import { api, type Call } from '@fw/runtime'

let at = new Date(1000)

/** The moment that was set last, after another one. */
export const readClock = api({
  readonly: true,
  tags: ['clock'],
  run: async ({ input }: Call<{ after: Date }>): Promise<{ at: Date }> => ({ at: new Date(at.getTime() + input.after.getTime()) }),
})

/** Sets the clock. */
export const setClock = api({
  invalidates: ['clock'],
  run: async ({ input }: Call<{ at: Date }>): Promise<{ set: boolean }> => {
    at = input.at
    return { set: true }
  },
})
`

const PRICES = `import { live } from '@fw/runtime'
import { For } from 'solid-js'
import { list } from '../server/catalogue.api.ts'
import { readClock, setClock } from '../server/clock.api.ts'

export function Prices() {
  const beans = live(list)
  const clock = live(readClock, () => ({ after: new Date(1) }))
  return (
    <div class="prices">
      <For each={beans()}>{(bean) => <p>{bean.price}</p>}</For>
      <time>{clock()?.at.toISOString()}</time>
      <button type="button" onClick={() => setClock({ at: new Date(5000) })}>Set</button>
    </div>
  )
}
`

const PAGE = `import { Prices } from '../components/prices.tsx'

export const meta = { title: 'Prices', description: 'The prices of now.' }

export default () => <Prices />
`

let chromium: Chromium
beforeAll(async () => {
  chromium = await launchChromium()
})
afterAll(() => chromium?.close())

describe.each(['built', 'in development'])('an app with live reads, %s', (mode) => {
  let folder: string
  let url: string
  let stop: (() => Promise<unknown>) | undefined

  beforeAll(async () => {
    folder = copySources('data-cache', {
      'src/server/clock.api.ts': CLOCK,
      'src/components/prices.tsx': PRICES,
      'src/routes/live.tsx': PAGE,
    })
    if (mode === 'built') {
      const { ok, answer } = await buildApp(folder)
      expect([ok, answer]).toMatchObject([true, {}])
    }
    const app = await (mode === 'built' ? startBuilt : startDev)(folder)
    url = app.url.replace(/\/$/, '')
    stop = () => app.stop()
  })
  afterAll(async () => {
    await stop?.()
    rmSync(folder, { recursive: true, force: true })
  })

  const call = (name: string, input: object) =>
    fetch(`${url}/_fw/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })

  test('renders, hydrates without reading again, and shows writes of others and of its own', async () => {
    const { page, logs, requests } = await chromium.open(`${url}/live`)
    const clock = page.locator('.prices time')
    const prices = page.locator('.prices p')
    await page.locator('fw-island[ok]').first().waitFor({ state: 'attached' })
    await expect.poll(() => requests.filter((path) => /^\/_fw\/(?:api|live)/.test(path))).toEqual(['/_fw/live'])
    expect(await clock.textContent()).toBe('1970-01-01T00:00:01.001Z')
    expect(await prices.count()).toBe(3)
    expect((await call('clock.setClock', { at: '1970-01-01T00:00:02.000Z' })).status).toBe(200)
    await expect.poll(() => clock.textContent()).toBe('1970-01-01T00:00:02.001Z')
    expect((await call('catalogue.setPrice', { slug: 'long-table', price: 4321 })).status).toBe(200)
    await expect.poll(() => prices.allTextContents()).toContain('4321')
    await page.getByRole('button', { name: 'Set' }).click()
    await expect.poll(() => clock.textContent()).toBe('1970-01-01T00:00:05.001Z')
    await page.waitForTimeout(500)
    expect(requests.filter((path) => /^\/_fw\/(?:api|live)/.test(path))).toEqual([
      '/_fw/live',
      '/_fw/api/clock.readClock',
      '/_fw/api/catalogue.list',
      '/_fw/api/clock.setClock',
    ])
    expect(logs.filter((line) => line.startsWith('error'))).toEqual([])
    await page.close()
  })
})
