import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppCopy, copyApp, runFw } from './support/fixture.ts'

let app: AppCopy
beforeAll(() => {
  app = copyApp('notes')
})
afterAll(() => app.remove())

const config = (text: string) => writeFileSync(join(app.root, 'fw.config.ts'), text)

const BROKEN = `export default {
  sitUrl: 'https://notes.example',
  maxBodyBytes: '1MB',
  onAudit: () => undefined,
}
`
const PROBLEMS = [
  'Failed: fw.config.ts has 3 problems:',
  '  line 2: sitUrl is not a field of fw.config.ts. Did you mean siteUrl?',
  '  line 4: onAudit is not a field of fw.config.ts. It belongs in src/hooks.ts.',
  '  line 3: maxBodyBytes must be an integer of at least 0.',
  '',
].join('\n')

describe('a configuration that cannot be loaded', () => {
  it.each([
    ['export default {{\n', 'fw.config.ts:1:17 error syntax-error', '> 1 | export default {{'],
    [
      "import x from 'nope-pkg'\nexport default x\n",
      'fw.config.ts:1:16 error unresolved-import',
      'npm install nope-pkg',
    ],
    ["import x from './gone.ts'\nexport default x\n", 'fw.config.ts:1:16 error unresolved-import', 'gone.ts'],
  ])('%j is reported with its position, and not as a bug of fw', async (text, place, words) => {
    config(text)
    const { code, stdout, stderr } = await runFw(app.root, ['run'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('Failed: fw.config.ts cannot be loaded.\n')
    expect(stderr).toContain(place)
    expect(stderr).toContain(words)
    expect(stderr).not.toMatch(/is unexpected|u001b| {4}at /)
  })

  it('stops every command if package.json is not JSON', async () => {
    config('export default {}\n')
    const file = join(app.root, 'package.json')
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, '{bad')
    const { code, stderr } = await runFw(app.root, ['build'])
    writeFileSync(file, before)
    expect([code, stderr]).toEqual([1, expect.stringContaining('Failed: package.json is not valid JSON. ')])
    expect(stderr).not.toContain('is unexpected')
  })
})

describe('sources that cannot be loaded', () => {
  const written = async (file: string, text: string, args: string[]) => {
    config('export default {}\n')
    const path = join(app.root, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    try {
      return await runFw(app.root, args)
    } finally {
      rmSync(path)
    }
  }

  it('are reported with their position by commands that load the app themselves', async () => {
    const text =
      "import { api } from '@fw/runtime'\n\nexport const one = api({\n  run: () => 1\n})\n\nexport const two = (\n"
    const { code, stdout, stderr } = await written('src/server/broken.api.ts', text, ['run'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('Failed: The app cannot be loaded.\nsrc/server/broken.api.ts:7:')
    expect(stderr).toContain('error syntax-error: Syntax error\n  Expression expected.')
    expect(stderr).toContain('> 7 | export const two = (')
    expect(stderr).not.toMatch(/is unexpected| {4}at /)
  })

  it('are reported with the message of the loader, without the stack of the bundler', async () => {
    const { code, stderr } = await written('src/skills/tea.md', '---\nname: tea\n---\nPour.\n', ['build'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Failed: The skill tea\.md has no description\. /m)
    expect(stderr).not.toMatch(/is unexpected| {4}at /)
  })
})

describe('a configuration that does not fit', () => {
  it.each([['dev', '--port', '0'], ['build'], ['run']])(
    'stops fw %s with all problems and exit code 1',
    async (...args) => {
      rmSync(join(app.root, 'dist'), { recursive: true, force: true })
      config(BROKEN)
      const { code, stdout, stderr } = await runFw(app.root, args)
      // The progress precedes it, and nothing follows it.
      expect(stderr.replace(/^(Building|Loading the app from source)\n/, '')).toBe(PROBLEMS)
      expect(stdout).toBe('')
      expect(code).toBe(1)
    },
  )

  it('stops fw verify with the findings of fw check', async () => {
    config(BROKEN)
    const { code, stdout, stderr } = await runFw(app.root, ['verify'])
    const found = [...stderr.matchAll(/^(fw\.config\.ts:\S+) error config-invalid: /gm)].map(([, place]) => place)
    expect(found).toEqual(['fw.config.ts:2:3', 'fw.config.ts:3:3', 'fw.config.ts:4:3'])
    expect(stderr).toContain('Failed: The app has errors.')
    expect([stdout, code]).toEqual(['', 1])
  })

  it('is a finding of fw check, with its place', async () => {
    config(BROKEN)
    const { code, stdout } = await runFw(app.root, ['check'])
    const found = [...stdout.matchAll(/^(fw\.config\.ts:\S+) error config-invalid: .*\n {2}(.*)$/gm)].map(
      ([, ...parts]) => parts,
    )
    expect(found).toEqual([
      ['fw.config.ts:2:3', 'sitUrl is not a field of fw.config.ts. Did you mean siteUrl?'],
      ['fw.config.ts:3:3', 'maxBodyBytes must be an integer of at least 0.'],
      ['fw.config.ts:4:3', 'onAudit is not a field of fw.config.ts. It belongs in src/hooks.ts.'],
    ])
    expect(code).toBe(1)
  })

  it('names a module that does not exist: fw check reports the position, and a build fails', async () => {
    config("export default {\n  clientEntry: 'src/clinet.ts',\n  websocket: 'src/live.ts',\n}\n")
    const { code, stdout } = await runFw(app.root, ['check'])
    const found = [...stdout.matchAll(/^(fw\.config\.ts:\S+) error config-invalid: .*\n {2}(.*)$/gm)].map(
      ([, ...parts]) => parts,
    )
    expect(found).toEqual([
      [
        'fw.config.ts:2:3',
        'clientEntry names src/clinet.ts, which does not exist. Name a file, or leave the field out.',
      ],
      ['fw.config.ts:3:3', 'websocket names src/live.ts, which does not exist. Name a file, or leave the field out.'],
    ])
    expect(code).toBe(1)
    const built = await runFw(app.root, ['build'])
    expect([built.code, built.stdout + built.stderr]).toEqual([1, expect.stringContaining('src/clinet.ts, which does')])
  })

  it('stops fw start when the environment of the server makes it wrong, with nothing else printed', async () => {
    config('export default { maxBodyBytes: Number(process.env.BODY_LIMIT ?? 1000) }\n')
    expect((await runFw(app.root, ['build'])).code).toBe(0)
    const { code, stdout, stderr } = await runFw(app.root, ['start', '--port', '0'], { BODY_LIMIT: 'much' })
    expect(stderr).toBe('Failed: fw.config.ts has a problem:\n  maxBodyBytes must be an integer of at least 0.\n')
    expect(stdout).toBe('')
    expect(code).toBe(1)
  })
})
