/** Build errors in the app's sources: one process builds every case. */
import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sourceDiagnostics } from '../../../compiler/src/build/source-failure.ts'
import type { Diagnostic } from '../../../compiler/src/index.ts'
import { BUILD_RULES, RULES } from '../../../compiler/src/rules/index.ts'
import { examples, type Files, readPage } from '../rules/rule-pages.ts'
import { temporaryApp } from '../temporary-app.ts'

interface Outcome {
  readonly name?: string
  readonly message?: string
  readonly diagnostics?: readonly Diagnostic[]
  readonly log: string
}

const PACKAGE = '{ "name": "app", "type": "module", "dependencies": { "solid-js": "*", "left-padding": "1.0.0" } }\n'
const PAGE = 'src/routes/index.tsx'
const page = (imports: string, shown = '1') => `${imports}\n\nexport default () => <p>{${shown}}</p>\n`
const HELLO = "export const hello = 'a'\nexport interface Greeting {\n  text: string\n}\n"
const ISLAND = `import { createSignal } from 'solid-js'
import { hell } from '../hello.ts'

export function Counter() {
  const [count, setCount] = createSignal(0)
  return (
    <button type="button" onClick={() => setCount(count() + 1)}>
      {count()} {hell}
    </button>
  )
}
`

/** A source, its error and the position. `says` is a part of the message. */
interface Case {
  readonly files: Files
  readonly found: readonly { readonly code: string; readonly at: string; readonly says: string }[]
  /** The end of the message. Default: the bundler found it. */
  readonly state?: string
}

const CASES: Readonly<Record<string, Case>> = {
  'files: one with a similar name, one in another folder, one without an extension, an image, nothing similar': {
    files: {
      'src/hello.ts': HELLO,
      'src/lib/prices.ts': 'export const PRICE = 12\n',
      [PAGE]: page(
        "import { hello } from '../helo.ts'\nimport { PRICE } from './prices.ts'\nimport { a } from '../hallo'\nimport pic from '../pic.png?image'\nconst late = () => import('../../gone/away.ts')",
        '[hello, PRICE, a, pic.src, late]',
      ),
    },
    found: [
      ['1:24', 'The file src/helo.ts doesn\'t exist, but is imported as "../helo.ts". Did you mean "../hello.ts"?'],
      [
        '2:24',
        'The file src/routes/prices.ts doesn\'t exist, but is imported as "./prices.ts". Did you mean "../lib/prices.ts"?',
      ],
      ['3:20', 'Did you mean "../hello.ts"?'],
      [
        '4:18',
        'The file src/pic.png doesn\'t exist, but is imported as "../pic.png?image". Correct the path, or create the file.',
      ],
      ['5:28', "The file gone/away.ts doesn't exist"],
    ].map(([at = '', says = '']) => ({ code: 'unresolved-import', at: `${PAGE}:${at}`, says })),
  },
  'a package that the app does not import': {
    files: { [PAGE]: page("import { z } from '@some/zodd/mini'", 'z') },
    found: [
      {
        code: 'unresolved-import',
        at: `${PAGE}:1:20`,
        says: 'The package "@some/zodd" isn\'t installed, and package.json doesn\'t list it. If the name is correct, add it: npm install @some/zodd.',
      },
    ],
  },
  'a package whose name is almost that of one in package.json': {
    files: { [PAGE]: page("import { z } from 'solidjs'", 'z') },
    found: [
      { code: 'unresolved-import', at: `${PAGE}:1:20`, says: 'Did you mean "solid-js", which package.json lists?' },
    ],
  },
  'a package of package.json that is not installed': {
    files: { [PAGE]: page("import pad from 'left-padding'", 'pad') },
    found: [
      {
        code: 'unresolved-import',
        at: `${PAGE}:1:18`,
        says: 'The package "left-padding" isn\'t installed, but package.json lists it. Run npm install.',
      },
    ],
  },
  'an entry that a package does not offer': {
    files: { [PAGE]: page("import { renderToString } from 'solid-js/wed'", 'renderToString') },
    found: [
      {
        code: 'unresolved-import',
        at: `${PAGE}:1:33`,
        says: 'The package "solid-js" is installed, but doesn\'t export "solid-js/wed". Did you mean "solid-js/web"?',
      },
    ],
  },
  'an alias that nothing explains': {
    files: { [PAGE]: page("import { z } from '@/lib/z.ts'", 'z') },
    found: [
      {
        code: 'unresolved-import',
        at: `${PAGE}:1:20`,
        says: 'define the alias in the imports of package.json, such as "#lib/z.ts"',
      },
    ],
  },
  'names: misspelled, default, a type, one of a package': {
    files: {
      'src/hello.ts': HELLO,
      [PAGE]: page(
        "import greet, { helo } from '../hello.ts'\nimport { createSignall } from 'solid-js'\nexport { Greeting } from '../hello.ts'",
        '[greet, helo, createSignall]',
      ),
    },
    found: [
      ['1:8', '"../hello.ts" has no default export. It exports hello: import them in braces.'],
      ['1:17', '"../hello.ts" doesn\'t export "helo". Did you mean "hello"?'],
      ['2:10', '"solid-js" doesn\'t export "createSignall". Export it there, or remove the import.'],
      ['3:10', '"Greeting" of "../hello.ts" is a type, which doesn\'t exist at run time.'],
    ].map(([at = '', says = '']) => ({ code: 'missing-export', at: `${PAGE}:${at}`, says })),
  },
  'names that the module only declares': {
    files: {
      'src/rates.ts':
        'export declare const RATE: number\nexport declare function rate(): number\nexport const enum Unit {\n  Cup = 1,\n}\nexport const RATES = [1]\nexport type { Rated } from "./rated.ts"\n',
      'src/rated.ts': 'export interface Rated {\n  rate: number\n}\n',
      [PAGE]: page(
        "import { RATE, rate } from '../rates.ts'\nexport { enum0, Rated } from '../rates.ts'",
        '[RATE, rate]',
      ),
    },
    found: [
      [
        '1:10',
        '"../rates.ts" only declares "RATE", so it doesn\'t exist at run time. Define it there without "declare".',
      ],
      ['1:16', '"../rates.ts" only declares "rate"'],
      ['2:10', '"../rates.ts" doesn\'t export "enum0". It exports Unit and RATES.'],
      ['2:17', '"Rated" of "../rates.ts" is a type'],
    ].map(([at = '', says = '']) => ({ code: 'missing-export', at: `${PAGE}:${at}`, says })),
  },
  "a name that an island imports, in the browser's code": {
    files: {
      'src/hello.ts': HELLO,
      'src/components/counter.tsx': ISLAND,
      [PAGE]: page("import { Counter } from '../components/counter.tsx'", '<Counter />'),
    },
    found: [{ code: 'missing-export', at: 'src/components/counter.tsx:2:10', says: 'Did you mean "hello"?' }],
  },
  'a stylesheet that imports nothing that exists': {
    files: { 'src/page.css': '@import "./base.css";\np {\n  color: red;\n}\n', [PAGE]: page("import '../page.css'") },
    found: [{ code: 'unresolved-import', at: 'src/page.css:1:10', says: "The file src/base.css doesn't exist" }],
  },
  'a stylesheet that does not parse': {
    files: {
      'src/fine.css': 'p {\n  color: red;\n}\n',
      'src/page.css': '\np {\n  color: red;\n}}\n\na {\n  color: blue;\n}\n',
      [PAGE]: page("import '../fine.css'\nimport '../page.css'"),
    },
    found: [{ code: 'syntax-error', at: 'src/page.css:4:2', says: 'The stylesheet does not parse: ' }],
  },
  'JSON that does not parse': {
    files: {
      'src/other.json': '{ // no module imports it\n}\n',
      'src/teas.json': '{\n  "green": 12,\n}\n',
      [PAGE]: page("import teas from '../teas.json'", 'teas.green'),
    },
    found: [{ code: 'syntax-error', at: 'src/teas.json:3:1', says: 'The JSON is invalid here.' }],
  },
  'a module that is neither an api nor a component and does not parse': {
    files: {
      'src/hello.ts': 'export const hello = = 1\n',
      [PAGE]: page("import { hello } from '../hello.ts'", 'hello'),
    },
    found: [{ code: 'syntax-error', at: 'src/hello.ts:1:22', says: 'Expression expected.' }],
    // The check finds it before anything is bundled.
    state: 'nothing was written.',
  },
  'a file that a plugin of the app refuses': {
    files: {
      'vite.config.ts': `export default {
  plugins: [
    {
      name: 'words',
      transform(code, id) {
        if (id.endsWith('.words')) this.error({ message: 'Unknown word "teh".', id, loc: { file: id, line: 2, column: 4 } })
      },
    },
  ],
}
`,
      'src/first.words': 'one\nand teh\n',
      [PAGE]: page("import words from '../first.words'", 'words'),
    },
    found: [{ code: 'syntax-error', at: 'src/first.words:2:5', says: 'Unknown word "teh".' }],
  },
  'unresolved-import, the incorrect example of its page': {
    files: examples(readPage('unresolved-import'), 'Incorrect'),
    found: [{ code: 'unresolved-import', at: `${PAGE}:1:25`, says: '"solid-js/nowhere"' }],
  },
  'missing-export, the incorrect example of its page': {
    files: examples(readPage('missing-export'), 'Incorrect'),
    found: [
      { code: 'missing-export', at: `${PAGE}:1:8`, says: 'default' },
      { code: 'missing-export', at: `${PAGE}:1:15`, says: 'Did you mean "PRICES"?' },
      { code: 'missing-export', at: `${PAGE}:3:10`, says: 'type' },
    ],
  },
  'unresolved-import, the correct example of its page': {
    files: examples(readPage('unresolved-import'), 'Correct'),
    found: [],
  },
  'missing-export, the correct example of its page': {
    files: examples(readPage('missing-export'), 'Correct'),
    found: [],
  },
}

const app = temporaryApp({ 'package.json': PACKAGE }, afterAll)
const outcomes = new Map<string, Outcome>()
beforeAll(() => {
  const { NODE_OPTIONS: _options, VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'run-builds.mjs'), realpathSync(app.root)],
    {
      env,
      encoding: 'utf8',
      input: JSON.stringify(Object.values(CASES).map(({ files }) => files)),
    },
  )
  expect(stdout, stderr).toMatch(/^\[/)
  const all = JSON.parse(stdout) as readonly Outcome[] // written by run-builds.mjs
  Object.keys(CASES).forEach((name, index) => {
    outcomes.set(name, all[index] ?? { log: '' })
  })
}, 240_000)

it.each(Object.entries(CASES))(
  'ERR-19 a build error has a position and a solution: %s',
  (name, { files, found, state = 'dist/ is not complete.' }) => {
    const { name: error, message, diagnostics = [], log = '' } = outcomes.get(name) ?? {}
    const said = diagnostics.map(({ code, span }) => ({ code, at: `${span?.file}:${span?.line}:${span?.column}` }))
    expect(sorted(said)).toEqual(sorted(found.map(({ code, at }) => ({ code, at }))))
    if (found.length === 0) return
    expect(error).toBe('BuildError')
    expect(message).toBe(`The build stopped at ${found.length === 1 ? '1 error' : `${found.length} errors`}; ${state}`)
    for (const { at, says } of found) {
      const one = diagnostics.find(({ span }) => at === `${span?.file}:${span?.line}:${span?.column}`)
      expect(one?.message).toContain(says)
      expect(one?.message).not.toMatch(/\{\w+\}/)
      // The frame contains the line, and the printed error equals the reported one.
      const line = files[one?.span?.file ?? '']?.split('\n')[(one?.span?.line ?? 0) - 1]
      expect(one?.frame).toContain(`> ${one?.span?.line} | ${line}`)
      expect(log).toContain(`${at} error ${one?.code}: `)
    }
  },
)

function sorted<T extends { at: string }>(all: readonly T[]): readonly T[] {
  return [...all].sort((a, b) => a.at.localeCompare(b.at))
}

it("errors that the app's sources don't explain are left to the caller", () => {
  const root = realpathSync(app.root)
  const strange = [
    new Error('boom'),
    'text',
    undefined,
    Object.assign(new Error('Could not resolve'), { code: 'UNRESOLVED_IMPORT', id: '\0fw:server', exporter: './x.ts' }),
    Object.assign(new Error('gone'), {
      code: 'UNRESOLVED_IMPORT',
      id: `${root}/node_modules/a/b.js`,
      exporter: './x.ts',
    }),
    new Error("Cannot find module './x.js' imported from '/elsewhere/b.js'"),
    new Error('bad mapping at line 3 column 4'),
  ]
  expect(strange.flatMap((error) => sourceDiagnostics(error, root))).toEqual([])
})

it('rules of a build have a number and a code of their own, and pages like the others', () => {
  const all = [...RULES, ...BUILD_RULES.filter((rule) => !RULES.includes(rule))]
  expect(new Set(all.map(({ number }) => number)).size).toBe(all.length)
  for (const { code, severity, title } of BUILD_RULES) {
    const text = readPage(code)
    expect(text.startsWith(`# ${title}\n\n\`${code}\` · ${severity}\n`)).toBe(true)
    expect(text).toContain('\n## Why\n')
    expect(text).toContain('\n## When not\n')
  }
})
