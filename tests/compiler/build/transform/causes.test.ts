/** Browser files of a build carry causes only where a guarded call can be reached, also on the server. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppCopy, buildApp, copyFixture } from '../app-copy.ts'

let app: AppCopy
let chunks: readonly string[]
/** Files of the same app without a guarded function. */
let unguarded: readonly string[]

const island = (name: string, module: string) => `import { createSignal } from 'solid-js'
import { act } from '../server/${module}.api.ts'
import { retry } from '../lib/retry-${module}.ts'

export function ${name}() {
  const [said, say] = createSignal('')
  return <button type="button" onClick={async () => say(await retry(() => act(), '${name} button'))}>{said()}</button>
}
`
const FEED = `import { createSignal } from 'solid-js'
import { items } from '../lib/items.ts'
import { wait } from '../lib/wait.js'

export function Feed() {
  const [said, say] = createSignal('')
  const add = async () => {
    await wait()
    items.push(await (await fetch('/feed')).text())
    say('Feed button')
  }
  return <button type="button" onClick={add}>{said()}</button>
}
`
/** Valid only at the top of a function, not in a block. */
const WAIT = `export async function wait() {
  var end = await end()
  function end() { return 'first end' }
  function end() { return 'second end' }
  return end
}
`
const retry = (module: string) => `export async function retry(call: () => Promise<string>, name: string) {
  try {
    return await call()
  } catch {
    return await call().then((text) => \`\${text} ${module} retry \${name}\`)
  }
}
`
/** Code that loads a module below a folder. */
const LOADS = `
export const load = (name: string) => import(\`../ways/\${name}.ts\`)
export const loadAll = () => import.meta.glob('../steps/*.ts')
Object.assign(globalThis, { load, loadAll })
`
const way = (name: string) => `export async function send() {
  await fetch('/way')
  return '${name} way'
}
`
const CLOCK = `import { createSignal } from 'solid-js'

export function Clock() {
  const [said, say] = createSignal('')
  const read = async () => say(\`\${await (await fetch('/time')).text()} Clock button\`)
  return <button type="button" onClick={read}>{said()}</button>
}
`
const api = (guard: string) => `import { api, type Call } from '@fw/runtime'

/** Acts on behalf of the caller. */
export const act = api({ ${guard}run: async (_: Call<Record<never, never>>) => 'done' })
`

beforeAll(async () => {
  app = copyFixture()
  app.write('src/components/plain.tsx', island('Plain', 'plain'))
  app.write('src/components/paid.tsx', island('Paid', 'paid'))
  app.write('src/server/plain.api.ts', api(''))
  app.write('src/server/paid.api.ts', api(''))
  app.write('src/components/clock.tsx', CLOCK)
  app.write('src/components/feed.tsx', FEED)
  app.makeFolder('src/lib')
  app.write('src/lib/items.ts', 'export const items: string[] = []\n')
  app.write('src/lib/retry-plain.ts', retry('plain'))
  app.write('src/lib/wait.js', WAIT)
  app.write('src/lib/wait.d.ts', 'export function wait(): Promise<string>\n')
  app.makeFolder('src/ways')
  app.write('src/ways/now.ts', way('Template'))
  app.makeFolder('src/steps')
  app.write('src/steps/now.ts', way('Glob'))
  app.write('src/lib/retry-paid.ts', `export { items } from './items.ts'\n${retry('paid')}${LOADS}`)
  app.write('src/routes/plain.tsx', page('Plain', 'plain'))
  app.write('src/routes/paid.tsx', page('Paid', 'paid'))
  app.write('src/routes/feed.tsx', page('Feed', 'feed'))
  app.write('src/routes/clock.tsx', page('Clock', 'clock'))
  app.edit('src/server/notes.api.ts', "guard: 'confirm'", "guard: 'auto'")
  unguarded = await build()
  app.write('src/server/paid.api.ts', api("guard: 'confirm', "))
  chunks = await build()
})
afterAll(() => app?.remove())

async function build(): Promise<readonly string[]> {
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  return app
    .list('dist/client/assets')
    .filter((file) => file.endsWith('.js'))
    .map((file) => app.read(`dist/client/assets/${file}`))
}

function page(name: string, file: string): string {
  return `import { ${name} } from '../components/${file}.tsx'

export const meta = { title: '${name}' }

export default function Page() {
  return <main><h1>${name}</h1><${name} /></main>
}
`
}

const chunkWith = (text: string) => chunks.find((code) => code.includes(text))
/** The runtime's names in inserted code, which minification preserves. */
const CARRIES = /\.on\(await \w+\.off\(/

test('an island that reaches a guarded function carries causes, and so do its imports', () => {
  expect(chunkWith('Paid button')).toMatch(CARRIES)
  expect(chunkWith(' paid retry ')).toMatch(CARRIES)
})

test.each(['Template way', 'Glob way'])(
  'a module that it imports by a computed path carries causes, too: %s',
  (text) => {
    expect(chunkWith(text)).toMatch(CARRIES)
  },
)

test('an island that shares a module with one that reaches a guarded function carries causes, too', () => {
  expect(chunkWith('Feed button')).toMatch(CARRIES)
})

test('a module in JavaScript may declare a function several times', () => {
  expect(chunkWith('second end')).toMatch(CARRIES)
})

test('an island that calls another function carries causes, which may call the guarded one on the server', () => {
  expect(chunkWith('Plain button')).toMatch(CARRIES)
  expect(chunkWith(' plain retry ')).toMatch(CARRIES)
})

test('an island that calls no function of the server stays unchanged', () => {
  expect(chunkWith('Clock button')).toContain('await')
  expect(chunkWith('Clock button')).not.toMatch(CARRIES)
})

test('the islands of an app without a guarded function stay unchanged', () => {
  expect(unguarded.filter((code) => / (?:button|retry) /.test(code))).not.toEqual([])
  expect(unguarded.filter((code) => CARRIES.test(code))).toEqual([])
})

test('plugins of the app may add imports: then every island carries causes, if the app has a guarded function', async () => {
  const language = "transform: (code, id) => (id.endsWith('.words') ? code.replace('wait', 'await') : null)"
  app.write('vite.config.ts', `export default { plugins: [{ name: 'words', ${language} }] }\n`)
  // A module of another language, which the plugin compiles.
  app.write('src/lib/late.words', "export const late = async () => { wait fetch('/late'); return 'Words late' }\n")
  app.write('src/words.d.ts', "declare module '*.words' {\n  export const late: () => Promise<string>\n}\n")
  app.edit('src/components/clock.tsx', 'import', "import { late } from '../lib/late.words'\nimport")
  app.edit('src/components/clock.tsx', 'const read = async () => say(', 'const read = async () => say(await late() + ')
  const withPlugin = await build()
  expect(withPlugin.find((code) => code.includes('Clock button'))).toMatch(CARRIES)
  expect(withPlugin.find((code) => code.includes('Words late'))).toMatch(/\.on\(await \w+\.off\(fetch\(.\/late/)
  app.write('src/server/paid.api.ts', api(''))
  expect((await build()).filter((code) => CARRIES.test(code))).toEqual([])
}, 60_000)
