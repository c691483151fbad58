/** Modules that an app imports during a request: the calls at their top level are not those of the request. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppCopy, buildApp, copyFixture, startBuilt, startDev } from './app-copy.ts'

const FILES = {
  'src/server/probe.api.ts': `import { api, type Call } from '@fw/runtime'
import { seen } from './seen.ts'

/** Records its caller. */
export const probe = api({
  guard: ({ origin, ctx }) => {
    seen.push(origin + ' ' + String((ctx as { userId?: string }).userId))
    return 'auto'
  },
  run: async ({ input }: Call<{ from: string }>) => input.from,
})
`,
  'src/server/seen.ts': 'export const seen: string[] = []\n',
  'src/ctx.ts': "export default () => ({ userId: 'ann' })\n",
  ...module('literal'),
  ...module('chosen-a'),
  ...module('later'),
  'src/server/import-all.ts': `import { probe } from './probe.api.ts'

const chosen = 'a'
const callProbe = () => probe({ from: 'awaited' })
Object.assign(globalThis, { callProbe })
const getUrl = async () => "data:text/javascript,await globalThis.callProbe();export const name='awaited'"

export async function importAll() {
  const { name } = await import('./literal.ts')
  const other = await import(\`./chosen-\${chosen}.ts\`).then((module) => module.name)
  const load = () => import('./later.ts')
  const last = (await load()).name
  const awaited = (await import(/* @vite-ignore */ await getUrl())).name
  // After the imports, calls belong to the request again.
  await probe({ from: 'the page' })
  return [name, other, last, awaited].join()
}
`,
  'src/routes/lazy.tsx': `import { importAll } from '../server/import-all.ts'
import { seen } from '../server/seen.ts'

export const meta = { title: 'Lazy' }
export default async () => <p>{await importAll()}: {seen.join(', ')}.</p>
`,
}

/** A module that calls the probe at its top level. */
function module(name: string): Record<string, string> {
  return {
    [`src/server/${name}.ts`]: `import { probe } from './probe.api.ts'

await probe({ from: '${name}' })
export const name = '${name}'
`,
  }
}

/** The text of the page, without its markers. */
async function readPage(url: string): Promise<string> {
  const html = await (await fetch(new URL('lazy', url))).text()
  return /<p>(.*?)<\/p>/s.exec(html)?.[1]?.replace(/<!--.*?-->/g, '') ?? html
}

const SEEN =
  'literal,chosen-a,later,awaited: agent undefined, agent undefined, agent undefined, agent undefined, human ann.'

describe('modules that are imported during a request', () => {
  let app: AppCopy
  beforeAll(() => {
    app = copyFixture()
    for (const [file, text] of Object.entries(FILES)) app.write(file, text)
  })
  afterAll(() => app.remove())

  test('make the calls at their top level without its user, in dev', async () => {
    const dev = await startDev(app.root)
    try {
      expect(await readPage(dev.url)).toBe(SEEN)
    } finally {
      await dev.stop()
    }
  })

  test('make the calls at their top level without its user, in a built app', async () => {
    expect(await buildApp(app.root)).toMatchObject({ ok: true })
    const built = await startBuilt(app.root)
    try {
      expect(await readPage(built.url)).toBe(SEEN)
    } finally {
      await built.stop()
    }
  })
})
