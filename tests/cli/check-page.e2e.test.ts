import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { watchCheck } from '../../cli/src/check/watch-check.ts'
import { createChecker, type Diagnostic, printLines } from '../../compiler/src/index.ts'
import { WITH_FIX, WITH_FIX_AT_TIMES } from '../compiler/rules/rule-pages.ts'
import { type TemporaryApp, temporaryApp } from '../compiler/temporary-app.ts'
import { runFw } from './support/fixture.ts'

const FW = resolve(import.meta.dirname, '../../cli/bin/fw.js')
const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/guide/check.md'), 'utf8')

/** Code blocks of the page, by their file or command. */
const FENCES = new Map([...PAGE.matchAll(/^```\w+ (.+)\n([\s\S]*?)^```/gm)].map(([, of = '', text = '']) => [of, text]))
const FILES = Object.fromEntries([...FENCES].filter(([of]) => of.startsWith('src/')))
const INDEX = 'src/routes/index.tsx'

/** The first column of the table under this heading, without what makes it code. */
function firstColumn(heading: string): readonly string[] {
  const table = PAGE.slice(PAGE.indexOf(`| ${heading}`)).split('\n\n')[0] ?? ''
  return [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, cell = '']) => cell)
}

const pageApp = () => temporaryApp(FILES)
/** Checked once. Later runs reuse the results; `--fix` runs last. */
const checked = temporaryApp(FILES, afterAll)
const fw = ({ root }: TemporaryApp, command: string) => runFw(root, command.split(' ').slice(1))
const shown = (command: string) => FENCES.get(command) ?? expect.fail(`The page shows no "${command}".`)

it('prints the output of the page, in each format, with the fields that it lists', async () => {
  const app = checked
  const json = await fw(app, 'fw check --format json')
  await Promise.all(
    ['fw check', 'fw check --format github'].map(async (command) => {
      const { stdout, stderr, code } = await fw(app, command)
      expect(stdout).toBe(shown(command))
      expect([code, stderr]).toEqual([1, 'Checking\n'])
    }),
  )
  const fields = new Set((JSON.parse(json.stdout) as readonly Diagnostic[]).flatMap((one) => Object.keys(one)))
  const listed = firstColumn('field')
  // No finding of this app has further places.
  expect(
    listed
      .filter((name) => name !== 'related?')
      .map((name) => name.replace('?', ''))
      .sort(),
  ).toEqual([...fields].sort())
})

it('writes the types, and prints their files', async () => {
  const { stdout, stderr, code } = await fw(pageApp(), 'fw types')
  expect(stdout).toBe(shown('fw types'))
  expect([stderr, code]).toEqual(['The app has 1 error. Run "fw check" to see it.\n', 0])
})

it('applies the fixes of the page, first as a diff that git accepts', async () => {
  const app = checked
  const dry = await fw(app, 'fw check --fix --dry-run')
  expect([dry.stdout, dry.code]).toEqual([shown('fw check --fix --dry-run'), 1])
  expect(readFileSync(join(app.root, INDEX), 'utf8')).toBe(FILES[INDEX])
  const copy = temporaryApp({})
  cpSync(join(app.root, 'src'), join(copy.root, 'src'), { recursive: true })
  expect(spawnSync('git', ['apply', '-'], { cwd: copy.root, input: dry.stdout, encoding: 'utf8' }).stderr).toBe('')
  const { stdout, stderr, code } = await fw(app, 'fw check --fix')
  expect([stdout, stderr, code]).toEqual(['', shown('fw check --fix (stderr)'), 0])
  for (const file of Object.keys(FILES))
    expect(readFileSync(join(app.root, file), 'utf8')).toBe(readFileSync(join(copy.root, file), 'utf8'))
})

it('ends with the exit codes of the page', async () => {
  expect(firstColumn('exit code')).toEqual(['0', '1'])
  const app = temporaryApp({ 'src/routes/index.tsx': 'export default () => <p>Hello</p>\n' })
  const codes: number[] = []
  const run = async (command: string, root = app.root) => {
    const { code, stdout } = await runFw(root, command.split(' ').slice(1))
    codes.push(code)
    return stdout
  }
  // Nothing, from anywhere inside.
  expect(await run('fw check --format json', join(app.root, 'src/routes'))).toBe('[]\n')
  expect(existsSync(join(app.root, '.fw/cache'))).toBe(true)
  // Warnings.
  app.write(INDEX, FILES[INDEX])
  expect(await run('fw check --format github')).toMatch(/^::warning /)
  // An error without a fix, in a file that never runs.
  app.write('src/hooks.ts', "export const PAGE_SIZE = 20\nthrow new Error('The check ran it.')\n")
  expect(await run('fw check --fix --format github')).toMatch(/^::error file=src\/hooks\.ts/)
  await run('fw check --watch --fix')
  await run('fw check', temporaryApp({}).root)
  expect(codes).toEqual([0, 0, 1, 1, 1])
})

it('prints the lines of the page while it watches', async () => {
  const app = pageApp()
  const lines: string[] = []
  let heard: () => void = () => undefined
  const checker = createChecker(app)
  const close = await watchCheck({
    root: app.root,
    checker,
    printLines,
    write: (text) => {
      lines.push(text)
      heard()
    },
    onFailure: (error) => expect.fail(String(error)),
    now: () => new Date(2026, 0, 1, 12),
  })
  onTestFinished(close)
  const orders = 'src/routes/orders/index.tsx'
  app.write(orders, FILES[orders]?.replace('privat', 'private'))
  const wanted = shown('fw check --watch')
  while (lines.join('\n').split('\n').length < wanted.trimEnd().split('\n').length)
    await new Promise<void>((resolve) => {
      heard = resolve
    })
  expect(`${lines.join('\n')}\n`).toBe(wanted)
})

it('stops watching at Ctrl-C, which is not a failure', async () => {
  const child = spawn(process.execPath, [FW, 'check', '--watch'], { cwd: pageApp().root })
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  child.stdout.on('data', (text: Buffer) => {
    if (text.includes('Watching for file changes.')) child.kill('SIGINT')
  })
  expect(await ended).toBe(0)
})

it('lists the flags that there are, and the rules that have a fix', async () => {
  const { stdout } = await runFw(import.meta.dirname, ['check', '--help'])
  const options = [...stdout.matchAll(/^ +(--[\w-]+(?: <\w+>)?) {2}/gm)].map(([, option]) => option)
  expect(firstColumn('flag')).toEqual(options)
  const [, list = ''] = /one solution that is right for almost every app:\n\n([\s\S]*?)\.\n\n/.exec(PAGE) ?? []
  expect([...list.matchAll(/`([\w-]+)`/g)].map(([, code]) => code)).toEqual([...WITH_FIX, ...WITH_FIX_AT_TIMES].sort())
})

it('has links that lead somewhere', () => {
  const links = [...PAGE.matchAll(/\]\(([^)#]+)\)/g)].map(([, to = '']) => to)
  expect(links).not.toEqual([])
  expect(links.filter((to) => !existsSync(resolve(import.meta.dirname, '../../docs/guide', to)))).toEqual([])
})
