/** An app that is deployed several times at one address, for pages that are open meanwhile. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Running, runFw, startFw } from '../../cli/support/fixture.ts'

const REPOSITORY = resolve(import.meta.dirname, '../../..')

const APIS = `import { api, type Call } from '@fw/runtime'

/** Saves a note. */
export const save = api({
  access: 'public',
  run: ({ input }: Call<{ title: string }>) => ({ v$CONTRACT: $CONTRACT, saved: input.title }),
})

/** Sends a note. */
export const send = api({
  access: 'public',
  run: ({ input }: Call<{ title: string }>) => ({ v$CONTRACT: $CONTRACT, sent: input.title }),
})

/** Counts the letters of a text, in every version. */
export const count = api({
  access: 'public',
  readonly: true,
  run: ({ input }: Call<{ text: string }>) => ({ letters: input.text.length }),
})
`

const DESK = `import { intent } from '@fw/runtime'
import { createSignal, onMount } from 'solid-js'
import { count, save } from '../server/desk.api.ts'

export function Desk() {
  const [title, setTitle] = createSignal('')
  const [done, setDone] = createSignal(false)
  const [said, setSaid] = createSignal('')
  const show = (work: Promise<unknown>) =>
    work.then((value) => setSaid(JSON.stringify(value)), (error) => setSaid('failed: ' + (error.code ?? error.name)))
  // A call of the page itself: it has the origin of the document.
  onMount(() => void count({ text: 'start' }).catch(() => {}))
  intent('store', {
    description: 'Saves the note.',
    run: async () => save({ title: title() }),
  })
  return (
    <form id="desk" onSubmit={(event) => event.preventDefault()}>
      <input name="title" aria-label="Title" value={title()} onInput={(event) => setTitle(event.currentTarget.value)} />
      <input type="checkbox" name="done" aria-label="Done" checked={done()} onChange={(event) => setDone(event.currentTarget.checked)} />
      <output id="seen">{title()}:{String(done())}</output>
      <button type="button" onClick={() => show(save({ title: title() }))}>Save</button>
      <button type="button" onClick={() => show(count({ text: title() }))}>Count</button>
      <button type="button" onClick={() => show(import('../later.ts').then(({ later }) => later()))}>Later</button>
      <output id="said">{said()}</output>
    </form>
  )
}
`

/** A form that shows its result in the page, and an island that starts late. */
const NOTE = `import { useForm } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { save } from '../server/desk.api.ts'

export function Note() {
  const [said, setSaid] = createSignal('')
  const form = useForm(save, { optimistic: true, onDone: (result) => setSaid('saved ' + result.saved) })
  return (
    <form action={form} id="note">
      <input name="title" aria-label="Note" />
      <button type="submit">Send</button>
      <output id="sent">{said()}{form.error()}</output>
    </form>
  )
}

export function Late() {
  const [presses, setPresses] = createSignal(0)
  return <button type="button" onClick={() => setPresses(presses() + 1)}>Late {presses()}</button>
}
`

/** Fields outside of islands, of every kind. */
const PAGE = `import { Desk } from '../components/desk.tsx'
import { Late, Note } from '../components/note.tsx'
import { send } from '../server/desk.api.ts'

export default () => (
  <main>
    <h1>Version $VERSION</h1>
    <Desk />
    <Note />
    <Late client:interaction />
    <form action={send}><input name="title" aria-label="Plain" /><button type="submit">Post</button></form>
    <form name="order">
      <input name="name" aria-label="Name" />
      <input name="unchanged" aria-label="Unchanged" value="as before" />
      <textarea name="words" aria-label="Words" />
      <select name="color" aria-label="Color"><option>red</option><option>green</option><option>blue</option></select>
      <select name="sizes" aria-label="Sizes" multiple><option>S</option><option>M</option><option>L</option></select>
      <input type="radio" name="way" value="post" aria-label="Post" checked />
      <input type="radio" name="way" value="bike" aria-label="Bike" />
      <input type="checkbox" name="gift" value="paper" aria-label="Paper" />
      <input type="checkbox" name="gift" value="card" aria-label="Gift card" />
      <input type="password" name="secret" aria-label="Password" />
      <input name="login" autocomplete="current-password" aria-label="Shown password" />
      <input name="code" autocomplete="one-time-code" aria-label="Code" />
      <input name="holder" autocomplete="cc-name" aria-label="Holder" />
      <input name="payment" aria-label="Payment" />
      <input name="cvc" aria-label="CVC" />
      <input type="file" name="photo" aria-label="Photo" />
      <input type="hidden" name="token" value="t1" />
      <div data-fw-no-restore><input name="diary" aria-label="Diary" /></div>
    </form>
    <input aria-label="Outside" />
  </main>
)
`

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "desk", "private": true, "type": "module" }\n',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      lib: ['es2022', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      jsx: 'preserve',
      jsxImportSource: 'solid-js',
      types: [],
    },
  }),
  'fw.config.ts': "export default { title: 'Desk', data: 'memory' }\n",
  'src/later.ts': "export const later = () => 'later $VERSION'\n",
  'src/server/desk.api.ts': APIS,
  'src/components/desk.tsx': DESK,
  'src/components/note.tsx': NOTE,
  'src/routes/index.tsx': PAGE,
}

export interface DeskApp {
  readonly url: string
  readonly root: string
  write(file: string, text: string): void
  /**
   * Builds the next version of the app, whose page and lazy file differ, and serves it in place of the last one. With `changed`, the
   * function `save` has another contract. Returns the log of the build.
   */
  deploy(change?: { readonly changed?: boolean }): Promise<string>
  /** The version that is served; 1 is the first. */
  version(): number
  close(): Promise<void>
}

/** The app in a folder of its own, which isn't built yet. */
export async function createDesk(files: Readonly<Record<string, string>> = {}): Promise<DeskApp> {
  const root = mkdtempSync(join(tmpdir(), 'fw-desk-'))
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const sources = { ...FILES, ...files }
  for (const [file, text] of Object.entries(sources)) write(file, text)
  const port = await findPort()
  let running: Running | undefined
  let version = 0
  let contract = 1
  return {
    root,
    url: `http://localhost:${port}`,
    write,
    version: () => version,
    async deploy({ changed = false } = {}) {
      version++
      if (changed) contract++
      for (const [file, text] of Object.entries(sources))
        if (text.includes('$'))
          write(file, text.replaceAll('$VERSION', String(version)).replaceAll('$CONTRACT', String(contract)))
      const built = await runFw(root, ['build'])
      if (built.code !== 0) throw new Error(built.stderr + built.stdout)
      await running?.stop('SIGTERM')
      running = await startFw(root, ['start', '--port', String(port)])
      return built.stderr
    },
    async close() {
      await running?.stop('SIGTERM')
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number } // it listens on TCP
      server.close(() => resolve(port))
    })
  })
}
