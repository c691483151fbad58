/** Positions in stack traces of a file that holds an island and a server component, on both sides. */
import { readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '../../browser/chromium.ts'
import type { Running } from '../support/fixture.ts'
import { type WrittenApp, writeApp } from '../support/written-app.ts'

const MIXED = `import { createSignal, Show } from 'solid-js'

/** A component of the server, which fails. */
export function Broken(props: { on: boolean }) {
  const kinds = ['broken', 'part']
  return (
    <section>
      <p class={kinds.join(' ')}>
        A text
      </p>
      <p>
        {props.on ? fail('server') : 'fine'}
      </p>
    </section>
  )
}

function fail(side: string): never {
  throw new Error(\`failed on the \${side}\`)
}

/** An island, whose handler fails. */
export function Clicker() {
  const [count, setCount] = createSignal(0)
  return (
    <div>
      <button type="button" onClick={() => setCount(count() + 1)}>
        Clicked
      </button>
      <Show when={count() > 0}>
        <p>
          {count() > 1 ? 'many' : fail('browser')}
        </p>
      </Show>
    </div>
  )
}
`
const FILES = {
  'src/mixed.tsx': MIXED,
  'src/routes/index.tsx': `import { Broken, Clicker } from '../mixed.tsx'

export const meta = { title: 'Home' }
export default () => <main><Broken on={false} /><Clicker /></main>
`,
  'src/routes/broken.tsx': `import { Broken } from '../mixed.tsx'

export const meta = { title: 'Broken' }
export default () => <main><Broken on={true} /></main>
`,
}
const lineOf = (text: string) => MIXED.split('\n').findIndex((line) => line.includes(text)) + 1

let chromium: Chromium
let app: WrittenApp
beforeAll(async () => {
  chromium = await launchChromium()
  app = writeApp(FILES)
})
afterAll(async () => {
  app.remove()
  await chromium.close()
})

/** Returns the positions of the app's sources in a stack, as developer tools show them. */
async function readPositions(stack: string, url: string): Promise<readonly string[]> {
  const positions: string[] = []
  for (const [, file = '', line, column] of stack.matchAll(/(http[^\s()]+?):(\d+):(\d+)\)?$/gm)) {
    const code = await (await fetch(new URL(file, url))).text()
    const inline = /\/\/# sourceMappingURL=data:application\/json;base64,([\w+/=]+)\s*$/.exec(code)?.[1]
    const map = inline === undefined ? mapOf(file) : Buffer.from(inline, 'base64').toString()
    const entry = new SourceMap(JSON.parse(map)).findEntry(Number(line) - 1, Number(column) - 1)
    positions.push('originalSource' in entry ? `${entry.originalSource}:${entry.originalLine + 1}` : 'unknown')
  }
  return positions
}

/** Replaces the positions of the server's bundle by those of its source maps. */
function mapStack(log: string): string {
  return log.replace(/file:\/\/(\/[^\s()]+?):(\d+):(\d+)/g, (_all, file: string, line: string, column: string) => {
    const entry = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))).findEntry(
      Number(line) - 1,
      Number(column) - 1,
    )
    return 'originalSource' in entry ? `${entry.originalSource}:${entry.originalLine + 1}` : 'unknown'
  })
}

function mapOf(url: string): string {
  const name = url.slice(url.lastIndexOf('/') + 1)
  const folder = join(app.root, 'dist/client')
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((one) => one.endsWith(`${name}.map`))
  return readFileSync(join(folder, file ?? ''), 'utf8')
}

describe.each(['start', 'dev'] as const)('with fw %s', (command) => {
  let server: Running
  beforeAll(async () => {
    server = await app[command]()
  }, 120_000)
  afterAll(() => server.stop('SIGTERM').then(() => undefined))

  it('a stack of the server has the lines of the source', async () => {
    await fetch(new URL('/broken', server.url))
    await expect.poll(() => server.log()).toContain('failed on the server')
    const log = server.log()
    const positions = command === 'dev' ? log : mapStack(log)
    for (const line of ['throw new Error', "fail('server')"])
      expect(positions).toContain(`src/mixed.tsx:${lineOf(line)}`)
  })

  it('a stack of the browser has the lines of the source', async () => {
    const { page } = await chromium.open(server.url)
    await page.locator('fw-island[ok]').waitFor()
    const thrown = page.waitForEvent('pageerror')
    await page.getByRole('button').click()
    const positions = await readPositions((await thrown).stack ?? '', server.url)
    expect(positions[0]).toMatch(new RegExp(`mixed\\.tsx:${lineOf('throw new Error')}$`))
    expect(positions[1]).toMatch(new RegExp(`mixed\\.tsx:${lineOf("fail('browser')")}$`))
    await page.close()
  })
})
