/** Islands with `client:persist` get the props of the page that is shown, and keep their state: of Solid, of React, and in slots. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Running } from '../../cli/support/fixture.ts'
import { type WrittenApp, writeApp } from '../../cli/support/written-app.ts'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'

/** A page with islands that other pages have, too. */
const songPage = (
  name: string,
  attributes: string,
  label: string,
  rest = '',
) => `import { Counter } from '../components/counter.tsx'
import { Song } from '../components/song.tsx'
import { Stars } from '../components/stars.react.tsx'
export const meta = { title: '${name}' }
export default () => (
  <main>
    <h1>${name}</h1>
    <nav><a href="/">One</a> <a href="/two">Two</a> <a href="/without">Without</a></nav>
    <Song client:persist ${attributes}><p>written on ${name}</p><Counter label="${label}" /></Song>
    <Stars client:persist of={${label.length}} name="${label}" />
    ${rest}
  </main>
)
`

const FILES = {
  'package.json': JSON.stringify({
    name: 'kept-props',
    private: true,
    type: 'module',
    dependencies: { '@fw/runtime': '*', react: '*', 'react-dom': '*', 'solid-js': '*' },
  }),
  'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/components/song.tsx': `import { createEffect, createSignal, mergeProps, splitProps, type JSX } from 'solid-js'
type Props = { track: string; since: Date; note?: string; 'data-kind'?: string; children?: JSX.Element }
/** Plays a song, and records the tracks that its effect has seen. */
export function Song(given: Props) {
  const [plays, setPlays] = createSignal(0)
  const props = mergeProps({ note: 'no note' }, given)
  const [, others] = splitProps(given, ['track', 'since', 'note', 'children'])
  createEffect(() => {
    const seen = ((globalThis as { seen?: string[] }).seen ??= [])
    seen.push(given.track)
  })
  return (
    <section id="song" {...others}>
      <button type="button" id="play" onClick={() => setPlays(plays() + 1)}>
        {given.track} ({props.since.getUTCFullYear()}, {props.note}): {plays()}
      </button>
      <output id="keys">{Object.keys(given).sort().join(' ')}</output>
      {props.children}
    </section>
  )
}
`,
  'src/components/counter.tsx': `import { createSignal } from 'solid-js'
/** Counts clicks. */
export function Counter(props: { label: string }) {
  const [count, setCount] = createSignal(0)
  return <button type="button" id="inside" onClick={() => setCount(count() + 1)}>{props.label}: {count()}</button>
}
`,
  'src/components/stars.react.tsx': `/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { useState } from 'react'
export const Stars = island(function Stars(props: { of: number; name: string }) {
  const [given, setGiven] = useState(0)
  return <button type="button" id="stars" onClick={() => setGiven(given + 1)}>{\`\${props.name}: \${given} of \${props.of}\`}</button>
})
`,
  'src/routes/index.tsx': songPage(
    'One',
    'track="Aria" since={new Date("1741-01-01T00:00:00Z")} note="first" data-kind="solo"',
    'one',
  ),
  'src/routes/two.tsx': songPage('Two', 'track="Rondo" since={new Date("1786-01-01T00:00:00Z")}', 'second'),
  'src/routes/without.tsx': `export const meta = { title: 'Without' }
export default () => <main><h1>Without</h1><a href="/two">Two</a></main>
`,
}

let app: WrittenApp
let chromium: Chromium
let opened: OpenPage | undefined

beforeAll(async () => {
  app = writeApp(FILES)
  chromium = await launchChromium()
})
afterEach(async () => {
  await opened?.page.close()
  opened = undefined
})
afterAll(async () => {
  await chromium?.close()
  app?.remove()
})

const texts = (page: Page) =>
  page.evaluate(() => ['play', 'inside', 'stars'].map((id) => document.getElementById(id)?.textContent))

async function follow(page: Page, link: string): Promise<void> {
  await page.getByRole('link', { name: link }).click()
  await page.getByRole('heading', { name: link }).waitFor()
}

async function open(served: Running): Promise<OpenPage> {
  opened = await chromium.open(served.url)
  await opened.page.locator('#fw-announcer').waitFor({ state: 'attached' })
  await opened.page.locator('fw-island[ok]').nth(2).waitFor({ state: 'attached' })
  return opened
}

describe.each(['start', 'dev'] as const)('fw %s', (command) => {
  let served: Running
  beforeAll(async () => {
    served = await app[command]()
  }, 120_000)
  afterAll(async () => {
    await served?.stop('SIGTERM')
  })

  test('a persistent island gets the props of the next page and preserves its state', async () => {
    const { page, logs } = await open(served)
    for (const id of ['play', 'inside', 'stars']) await page.locator(`#${id}`).click()
    expect(await texts(page)).toEqual(['Aria (1741, first): 1', 'one: 1', 'one: 1 of 3'])
    await page.evaluate(() => Object.assign(document.getElementById('song') ?? {}, { marked: true }))
    await follow(page, 'Two')
    await expect.poll(() => texts(page)).toEqual(['Rondo (1786, no note): 1', 'second: 1', 'second: 1 of 6'])
    expect(await page.locator('#keys').textContent()).toBe('children since track')
    const song = page.locator('#song')
    expect([await song.evaluate((node) => 'marked' in node), await song.getAttribute('data-kind')]).toEqual([
      true,
      null,
    ])
    expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual(['Aria', 'Rondo'])
    await page.goBack()
    await expect.poll(() => texts(page)).toEqual(['Aria (1741, first): 1', 'one: 1', 'one: 1 of 3'])
    expect(await song.getAttribute('data-kind')).toBe('solo')
    for (const id of ['play', 'inside', 'stars']) await page.locator(`#${id}`).click()
    expect(await texts(page)).toEqual(['Aria (1741, first): 2', 'one: 2', 'one: 2 of 3'])
    expect(logs.filter((line) => /error/i.test(line))).toEqual([])
  })

  test('an island that a page does not have begins again', async () => {
    const { page } = await open(served)
    await page.locator('#play').click()
    await follow(page, 'Without')
    await follow(page, 'Two')
    await expect.poll(() => texts(page)).toEqual(['Rondo (1786, no note): 0', 'second: 0', 'second: 0 of 6'])
  })
})
