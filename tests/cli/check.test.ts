import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { watchCheck } from '../../cli/src/check/watch-check.ts'
import {
  createChecker,
  createTrace,
  type Diagnostic,
  printDiagnostics,
  printLines,
  printTrace,
} from '../../compiler/src/index.ts'
import { RULES } from '../../compiler/src/rules/index.ts'
import { packedApp } from '../compiler/rules/packed-app.ts'
import { WITH_FIX } from '../compiler/rules/rule-pages.ts'
import { temporaryApp } from '../compiler/temporary-app.ts'
import { runFw } from './support/fixture.ts'

/** A syntax error prevents rules about other files from running, and an app has one `output`. */
const ALONE = ['syntax-error', 'target-feature']
const CHECKED = RULES.map(({ code }) => code)
const API = 'src/server/shop.api.ts'

const APP = { 'package.json': '{ "dependencies": { "@fw/runtime": "*" } }\n' }

describe('fw check --format, over the incorrect example of every rule', () => {
  it('json has a finding of each rule, and pretty and github print the same, each in its format', async () => {
    const codes = new Set<string>()
    for (const apart of [CHECKED.filter((code) => !ALONE.includes(code)), ...ALONE.map((code) => [code])]) {
      const { root } = temporaryApp({ ...APP, ...packedApp(apart).files })
      const run = (format: string) => runFw(root, ['check', '--format', format])
      // The others use the results that the first has stored.
      const json = await run('json')
      const [pretty, github] = await Promise.all([run('pretty'), run('github')])
      const found = JSON.parse(json.stdout) as readonly Diagnostic[]
      for (const one of found) {
        codes.add(one.code)
        expect(one).toMatchObject({ docs: `@fw/compiler/docs/rules/${one.code}.md`, number: expect.any(Number) })
        expect(one.span, one.code).toBeDefined()
      }
      expect(pretty.stdout).toBe(printDiagnostics(found, 'pretty'))
      expect(github.stdout).toBe(printDiagnostics(found, 'github'))
      expect(github.stdout.trimEnd().split('\n')).toHaveLength(found.length)
      expect([json.code, pretty.code, github.code]).toEqual([1, 1, 1])
    }
    expect([...codes].sort()).toEqual([...CHECKED].sort())
  }, 240_000)
})

const SHOP = `import { api } from '@fw/runtime'

/** Orders of the last day. */
export const latest = api({ guard: 'confrim', efect: 'irreversible', run: async () => ({ orders: [] as string[] }) })
`
const FIXED = SHOP.replace('confrim', 'confirm').replace('efect', 'effect')

describe('fw check --trace', () => {
  const files = { ...APP, [API]: FIXED, 'src/server/other.api.ts': FIXED }
  /** Counts of a query: computed, same, reused, stored. */
  const counts = (text: string, query: string) =>
    new RegExp(`^${query} +(\\d+) +(\\d+) +(\\d+) +(\\d+)`, 'm').exec(text)?.slice(1).map(Number)

  it('prints what was computed, and that nothing was if nothing has changed', async () => {
    const { root } = temporaryApp(files)
    const first = await runFw(root, ['check', '--trace'])
    expect(counts(first.stderr, 'contracts')).toEqual([2, 0, 0, 0])
    const second = await runFw(root, ['check', '--trace'])
    expect(second.stderr).toContain('Nothing was computed: .fw/cache contains the result for these files.')
    writeFileSync(join(root, API), FIXED.replace('last day', 'last week'))
    const third = await runFw(root, ['check', '--trace'])
    expect(counts(third.stderr, 'contracts')).toEqual([1, 0, 0, 1])
    expect([first.stdout, third.stdout]).toEqual(['', ''])
    const wrong = await runFw(root, ['check', '--trace', '--fix'])
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('--trace has nothing to show for --fix')])
  }, 60_000)

  it('names the change that caused the work', async () => {
    const { root, write } = temporaryApp(files)
    const trace = createTrace()
    const checker = createChecker({ root, trace })
    onTestFinished(() => checker.close())
    await checker.check()
    trace.take()
    write(API, `${FIXED}// A note.\n`)
    checker.invalidate([API])
    await checker.check()
    const text = printTrace(trace.take())
    expect(counts(text, 'contracts')).toEqual([1, 0, 1, 0])
    expect(text).toMatch(new RegExp(`^contracts .* ${API}$`, 'm'))
    // Neither of the two imports has changed.
    expect(counts(text, 'failed imports')).toEqual([1, 1, 1, 0])
  }, 60_000)
})

describe('fw check --fix', () => {
  it('writes the first fix of each finding, reports it, and leaves the rest', async () => {
    const { root } = temporaryApp({ ...APP, [API]: `${SHOP}export default 1\n` })
    const { code, stdout, stderr } = await runFw(root, ['check', '--fix'])
    expect(readFileSync(join(root, API), 'utf8')).toBe(`${FIXED}export default 1\n`)
    expect(stderr).toContain(`Fixed ${API}:4:47 field-value: Change to "effect"\n`)
    expect(stderr).toContain(`Fixed ${API}:4:36 field-value: Change to "confirm"\n`)
    expect(stdout).toContain(`${API}:5:1 error api-default-export`)
    expect(code).toBe(1)
  })

  it('a byte order mark does not move the edits, and is kept with the line breaks of Windows', async () => {
    const toWindows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`
    const first = `${SHOP.split('\n').slice(3).join('\n')}import { api } from '@fw/runtime'\n`
    const { root } = temporaryApp({ ...APP, [API]: toWindows(SHOP), 'src/server/first.api.ts': toWindows(first) })
    const dry = await runFw(root, ['check', '--fix', '--dry-run'])
    const { stderr } = await runFw(root, ['check', '--fix'])
    expect(stderr).toContain(`Fixed ${API}:4:47 field-value: Change to "effect"\n`)
    expect(stderr).toContain('Fixed src/server/first.api.ts:1:36 field-value: Change to "confirm"\n')
    expect(readFileSync(join(root, API), 'utf8')).toBe(toWindows(FIXED))
    const fixed = first.replace('confrim', 'confirm').replace('efect', 'effect')
    expect(readFileSync(join(root, 'src/server/first.api.ts'), 'utf8')).toBe(toWindows(fixed))
    expect(dry.stdout).toContain("+export const latest = api({ guard: 'confirm', effect:")
  })

  it('takes away what each rule with a fix finds in its incorrect example', async () => {
    const { files } = packedApp(WITH_FIX)
    const { root } = temporaryApp({ ...APP, ...files })
    const { stdout, stderr } = await runFw(root, ['check', '--fix', '--format', 'json'])
    const fixed = [...stderr.matchAll(/^Fixed (\S+?):\d+:\d+ ([\w-]+):/gm)].map(([, file = '', code]) => ({
      file,
      code,
    }))
    expect(fixed.map(({ code }) => code)).toEqual(expect.arrayContaining([...WITH_FIX]))
    const left = (JSON.parse(stdout) as readonly Diagnostic[]).map(({ code, span }) => ({ file: span?.file, code }))
    for (const one of fixed) {
      expect(left).not.toContainEqual(one)
      expect(readFileSync(join(root, one.file), 'utf8'), one.file).not.toBe(files[one.file])
    }
  }, 240_000)

  it('--dry-run prints the changes as a diff that can be applied, and writes nothing', async () => {
    const { root } = temporaryApp({ ...APP, [API]: SHOP })
    const { code, stdout, stderr } = await runFw(root, ['check', '--fix', '--dry-run'])
    expect(readFileSync(join(root, API), 'utf8')).toBe(SHOP)
    expect(stdout).toContain(`--- a/${API}\n+++ b/${API}\n@@ -1,4 +1,4 @@\n`)
    expect(stdout).toContain("\n-export const latest = api({ guard: 'confrim', efect:")
    expect(stdout).toContain("\n+export const latest = api({ guard: 'confirm', effect:")
    expect(stderr).toContain('2 would be fixed, 0 would remain. Nothing was written.')
    expect(code).toBe(1)
  })

  it('refuses options that cannot be combined', async () => {
    const { root } = temporaryApp({ ...APP })
    const all = [['--dry-run'], ['--watch', '--fix'], ['--watch', '--format', 'json'], ['--format', 'xml']]
    await Promise.all(
      all.map(async (args) => {
        const { code, stdout } = await runFw(root, ['check', ...args])
        expect([code, stdout], args.join(' ')).toEqual([1, ''])
      }),
    )
  })
})

describe('fw check --watch', () => {
  /** What editors hold the lines against: Visual Studio Code's `$tsc-watch`, with `FW` for `TS` in the finding. */
  const BEGIN =
    /^\s*\[?\D*.{1,2}[:.].{1,2}[:.].{1,2}\D*(?:\]| -) (Starting compilation in watch mode|File change detected\. Starting incremental compilation)\.\.\.$/
  const END = /^\s*\[?\D*.{1,2}[:.].{1,2}[:.].{1,2}\D*(?:\]| -) Found \d+ errors?\. Watching for file changes\.$/
  const FINDING = /^([^\s].*)[(:](\d+)[,:](\d+)(?:\):\s+|\s+-\s+)(error|warning|info)\s+(FW\d+)\s*:\s*(.*)$/

  it('prints lines for problem matchers, and reuses results for the check after each change', async () => {
    const app = temporaryApp({ ...APP, [API]: FIXED })
    const lines: string[] = []
    let heard: () => void = () => undefined
    const untilEnd = () =>
      new Promise<void>((resolve) => {
        heard = resolve
      })
    const checker = createChecker({ root: app.root })
    const close = await watchCheck({
      root: app.root,
      checker,
      printLines,
      write: (text) => {
        lines.push(...text.split('\n'))
        if (END.test(lines.at(-1) ?? '')) heard()
      },
      onFailure: (error) => expect.fail(String(error)),
    })
    onTestFinished(close)
    expect(lines).toEqual([expect.stringMatching(BEGIN), expect.stringMatching(END)])
    const change = async (text: string) => {
      const ended = untilEnd()
      lines.length = 0
      writeFileSync(join(app.root, API), text)
      await ended
    }
    await change(SHOP)
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(BEGIN)
    expect(FINDING.exec(lines[1] ?? '')?.slice(1, 6)).toEqual([API, '4', '36', 'error', 'FW1062'])
    expect(lines[3]).toMatch(/Found 2 errors\. Watching/)
    await change(FIXED)
    expect(lines.at(-1)).toMatch(/Found 0 errors\. Watching/)
    const ended = untilEnd()
    app.write('src/routes/orders/[id.tsx', 'export default () => <p>Order</p>\n')
    await ended
    expect(FINDING.exec(lines.at(-2) ?? '')?.slice(1, 6)).toEqual([
      'src/routes/orders/[id.tsx',
      '1',
      '1',
      'error',
      'FW1019',
    ])
  })
})

it('fw check --fix writes nothing when a file is a link that leads out of the app', async () => {
  const outside = temporaryApp({ 'shop.ts': SHOP })
  const { root } = temporaryApp({ ...APP, 'src/server/own.api.ts': SHOP })
  symlinkSync(join(outside.root, 'shop.ts'), join(root, 'src/server/shop.api.ts'))
  const { code, stderr } = await runFw(root, ['check', '--fix'])
  expect(stderr).toContain('Failed: src/server/shop.api.ts is a link to a path outside the app. Nothing was written.')
  expect(code).toBe(1)
  expect(readFileSync(join(outside.root, 'shop.ts'), 'utf8')).toBe(SHOP)
  expect(readFileSync(join(root, 'src/server/own.api.ts'), 'utf8')).toBe(SHOP)
})
