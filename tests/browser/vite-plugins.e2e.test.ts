/** Apps with plugins of Vite: MDX, icons, vanilla-extract, SVG components, in `vite.config.ts` and in `fw.config.ts`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Running } from '../cli/support/fixture.ts'
import { type WrittenApp, writeApp } from '../cli/support/written-app.ts'
import { type Chromium, launchChromium } from './chromium.ts'

const PLUGINS = `[
  mdx({ jsx: true, jsxImportSource: 'solid-js', providerImportSource: '/src/mdx.tsx' }),
  icons({ compiler: 'solid' }),
  vanillaExtractPlugin(),
  solidSvg({ defaultAsComponent: false }),
]`

const IMPORTS = `import mdx from '@mdx-js/rollup'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import icons from 'unplugin-icons/vite'
import solidSvg from 'vite-plugin-solid-svg'
`

/** With the options in Vite's own file. */
const IN_VITE = {
  'vite.config.ts': `${IMPORTS}import { defineConfig } from 'vite'

export default defineConfig({
  define: { __RELEASE__: JSON.stringify('release-7') },
  plugins: ${PLUGINS},
  environments: { client: { define: { __SIDE__: '"browser"' } }, ssr: { define: { __SIDE__: '"server"' } } },
  test: { include: [] },
} as import('vite').UserConfig)
`,
}

/** With the options in the framework's file, beside a field that the server reads. */
const IN_FW = {
  'fw.config.ts': `${IMPORTS}import { defineConfig } from '@fw/runtime'

const plugins = ${PLUGINS}
const title = 'Plugged'

export default defineConfig({
  vite: {
    define: { __RELEASE__: JSON.stringify('release-7') },
    plugins,
    environments: { client: { define: { __SIDE__: '"browser"' } }, ssr: { define: { __SIDE__: '"server"' } } },
  },
  title,
})
`,
}

const SOURCES = {
  'src/types.d.ts': `/// <reference types="unplugin-icons/types/solid" />
declare module '*.mdx' {
  const Content: (props: { who?: string }) => import('solid-js').JSX.Element
  export default Content
}
declare module '*.svg?component-solid' {
  const Svg: (props: import('solid-js').ComponentProps<'svg'>) => import('solid-js').JSX.Element
  export default Svg
}
declare const __RELEASE__: string
declare const __SIDE__: string
`,
  'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/mdx.tsx': `import type { ComponentProps } from 'solid-js'
import { Dynamic } from 'solid-js/web'

const NAMES = ['h1', 'h2', 'p', 'a', 'em', 'strong', 'code', 'pre', 'ul', 'ol', 'li'] as const
const element = (name: string) => (props: ComponentProps<'div'>) => <Dynamic component={name} {...props} />

export const useMDXComponents = () => Object.fromEntries(NAMES.map((name) => [name, element(name)]))
`,
  'src/content/hello.mdx': `import { Counter } from '../ui/counter.tsx'

# Hello *from* MDX

A paragraph for {props.who}.

<Counter start={3} />
`,
  'src/content/note.mdx': "Note for **{props.who ?? 'all'}**.\n",
  'src/icons/logo.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5" viewBox="0 0 7 5"><path d="M0 0h7v5H0z"/></svg>\n',
  'src/ui/box.css.ts': `import { style } from '@vanilla-extract/css'

export const box = style({ paddingLeft: 11, color: 'rgb(1, 2, 3)' })
export const late = style({ fontWeight: 900 })
`,
  'src/ui/counter.tsx': `import { createSignal, Show } from 'solid-js'
import Plus from '~icons/mdi-light/plus'
import Note from '../content/note.mdx'
import Logo from '../icons/logo.svg?component-solid'
import { double } from '../server/math.api.ts'
import { box, late } from './box.css.ts'

export function Counter(props: { start: number }) {
  const [count, setCount] = createSignal(props.start)
  return (
    <section class={box}>
      <button id="counter" type="button" onClick={async () => setCount((await double({ value: count() })).value)}>
        <Plus class="plus" /> {count()}
      </button>
      <Logo class="logo" />
      <Note who={String(count())} />
      <Show when={count() > 3}>
        <div id="late" class={late}>{__RELEASE__} <Plus /><Note /></div>
      </Show>
    </section>
  )
}
`,
  'src/ui/side.ts': 'export const readSide = () => __SIDE__\n',
  'src/client.ts': `import { readSide } from './ui/side.ts'\ndocument.documentElement.dataset.side = readSide()\n`,
  'src/server/math.api.ts': `import { api, type Call } from '@fw/runtime'

interface Double {
  value: number
}
const secret = () => 'kept-on-the-server'.length

/** Returns a number times two. */
export const double = api({
  guard: 'auto',
  run: async ({ input }: Call<Double>) => ({ value: input.value * 2 + secret() * 0 }),
})
`,
  'src/routes/_page.css.ts': `import { style } from '@vanilla-extract/css'\nexport const page = style({ marginTop: 13 })\n`,
  'src/routes/index.tsx': `import Home from '~icons/mdi-light/home'
import Hello from '../content/hello.mdx'
import { readSide } from '../ui/side.ts'
import { page } from './_page.css.ts'

export default () => (
  <main class={page}>
    <Home id="home" />
    <Hello who="World" />
    <i>{__RELEASE__} {readSide()}</i>
  </main>
)
`,
}

let chromium: Chromium
beforeAll(async () => {
  chromium = await launchChromium()
})
afterAll(() => chromium?.close())

/** Reads what the server renders, and uses the island. */
async function useApp({ url }: Pick<Running, 'url'>): Promise<void> {
  const html = await (await fetch(url)).text()
  expect(html).toMatch(/<h1\s*>Hello <em\s*>from<\/em> MDX<\/h1>/)
  expect(html).toMatch(/<p\s*>A paragraph for World\.<\/p>/)
  expect(html).toMatch(/<svg [^>]*id="home"[^>]*><path fill="currentColor"/)
  expect(html).toMatch(/<i>(?:<!--\$-->)?release-7(?:<!--\/-->)? (?:<!--\$-->)?server/)
  const { page, logs } = await chromium.open(url)
  await page.locator('fw-island[ok] #counter').waitFor()
  const before = await page.locator('section').innerHTML()
  expect(before).toContain('Note for <strong')
  // Hydration has kept the elements of the server.
  expect(html).toContain(before.slice(0, before.indexOf('>') + 1))
  const styles = (selector: string, name: string) =>
    page.locator(selector).evaluate((element, style) => getComputedStyle(element).getPropertyValue(style), name)
  expect(await styles('section', 'color')).toBe('rgb(1, 2, 3)')
  expect(await styles('section', 'padding-left')).toBe('11px')
  expect(await styles('main', 'margin-top')).toBe('13px')
  await page.locator('#counter').click()
  await page.locator('#late').waitFor()
  expect(await page.locator('#counter').textContent()).toContain('6')
  expect(await page.locator('section > p').textContent()).toBe('Note for 6.')
  expect(await page.locator('#late').textContent()).toBe('release-7 Note for all.')
  expect(await page.locator('#late svg path').count()).toBe(1)
  expect(await page.locator('.logo').evaluate((logo) => logo.getBoundingClientRect().width)).toBe(7)
  expect(await styles('#late', 'font-weight')).toBe('900')
  expect(await page.locator('html').getAttribute('data-side')).toBe('browser')
  expect(logs.filter((line) => /error|warning|hydrat/i.test(line))).toEqual([])
  await page.close()
}

describe.each([
  ['vite.config.ts', IN_VITE],
  ['fw.config.ts', IN_FW],
])('with the plugins in %s', (_name, config) => {
  let app: WrittenApp
  beforeAll(() => {
    app = writeApp({ ...SOURCES, ...config })
  })
  afterAll(() => app?.remove())

  test('fw check knows that plugins resolve the imports', async () => {
    const { code, stdout, stderr } = await app.fw('check')
    expect(stdout + stderr).toContain('No problems found.')
    expect(code).toBe(0)
  })

  test('fw build and fw start: components of plugins are rendered on the server and hydrated in islands', async () => {
    const served = await app.start()
    try {
      await useApp(served)
    } finally {
      await served.stop('SIGTERM')
    }
    const read = (folder: string) =>
      readdirSync(join(app.root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:js|css|map)$/.test(name))
        .map((name) => readFileSync(join(app.root, folder, name), 'utf8'))
        .join('\n')
    expect(read('dist/client')).not.toContain('kept-on-the-server')
    expect(read('dist/server')).toContain('kept-on-the-server')
    // The tools of the build aren't part of the server.
    expect(read('dist/server')).not.toMatch(
      /node_modules\/(?:@mdx-js|unplugin|@vanilla-extract\/(?:vite|integration)|svgo)/,
    )
  })

  test('fw dev: the same', async () => {
    for (const [file, text] of Object.entries(SOURCES)) app.write(file, text)
    const served = await app.dev()
    try {
      await useApp(served)
      expect(await (await fetch(new URL('/src/server/math.api.ts', served.url))).text()).not.toContain('secret')
      // An open page shows edits of files that plugins compile.
      const { page } = await chromium.open(served.url)
      await page.locator('fw-island[ok] #counter').waitFor()
      app.write('src/content/note.mdx', 'Remark for **{props.who}**.\n')
      await expect.poll(() => page.locator('section > p').textContent(), { timeout: 20_000 }).toBe('Remark for 3.')
      app.write('src/content/hello.mdx', SOURCES['src/content/hello.mdx'].replace('Hello', 'Welcome'))
      await expect.poll(() => page.locator('h1').textContent(), { timeout: 20_000 }).toBe('Welcome from MDX')
      app.write('src/ui/box.css.ts', SOURCES['src/ui/box.css.ts'].replace('1, 2, 3', '4, 5, 6'))
      const readColor = () => page.locator('section').evaluate((element) => getComputedStyle(element).color)
      await expect.poll(readColor, { timeout: 20_000 }).toBe('rgb(4, 5, 6)')
      await page.close()
    } finally {
      await served.stop('SIGINT')
    }
  }, 120_000)
})
