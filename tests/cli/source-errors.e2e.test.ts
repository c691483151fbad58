/** Sources that no command can load: each command reports the error once, with its file, its place and what to do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from './support/fixture.ts'
import { TSCONFIG, type WrittenApp, writeApp } from './support/written-app.ts'

const PAGE = `import { price } from '../lib/price.ts'

export const meta = { title: 'Prices' }
export default () => <p>{price}</p>
`
const FILES = {
  'fw.config.ts': 'export default {}\n',
  'src/lib/price.ts': 'export const price = 12\n',
  'src/routes/index.tsx': PAGE,
  'src/routes/about.tsx': "export const meta = { title: 'About' }\nexport default () => <p>About</p>\n",
  'src/server/shop.api.ts': `import { api } from '@fw/runtime'

export const ping = api({ description: 'Returns one.', run: () => 1 })
`,
}

let app: WrittenApp
beforeAll(() => {
  app = writeApp(FILES)
})
afterAll(() => app.remove())

const SLOW = { timeout: 180_000 }
const COMMANDS = [['check'], ['build'], ['verify'], ['run']] as const

const count = (text: string, part: string) => text.split(part).length - 1

/** Returns the output of a command, which must contain the code of the rule once, and no stack. */
function expectOnce({ code, stdout, stderr }: Outcome, rule: string, place: string, advice: string): void {
  const all = stdout + stderr
  expect(all).toContain(`${place} error ${rule}:`)
  expect(all).toContain(advice)
  expect([count(all, ` error ${rule}:`), code]).toEqual([1, 1])
  expect(all).not.toMatch(/Unexpected:|node_modules|TSCONFIG_ERROR|\n\s+at /)
}

describe('a tsconfig.json that cannot be read', SLOW, () => {
  const MISSING = JSON.stringify({ extends: './missing.json', ...TSCONFIG }, null, 2)
  const PACKAGE = JSON.stringify({ extends: ['@tsconfig/nowhere/tsconfig.json'], ...TSCONFIG }, null, 2)
  const restore = () => app.write('tsconfig.json', JSON.stringify(TSCONFIG))

  it.each(COMMANDS)('fw %s reports a base file that does not exist', async (...args) => {
    app.write('tsconfig.json', MISSING)
    expectOnce(
      await app.fw(...args),
      'invalid-tsconfig',
      'tsconfig.json:2:15',
      "It extends missing.json, which doesn't",
    )
    restore()
  })

  it('fw dev reports it, and starts nothing', async () => {
    app.write('tsconfig.json', MISSING)
    expectOnce(await app.fw('dev', '--port', '0'), 'invalid-tsconfig', 'tsconfig.json:2:15', 'write the file')
    restore()
  })

  it.each([['check'], ['verify']])('fw %s names the package that is not installed', async (...args) => {
    app.write('tsconfig.json', PACKAGE)
    const advice = 'npm install --save-dev @tsconfig/nowhere.'
    expectOnce(await app.fw(...args), 'invalid-tsconfig', 'tsconfig.json:3:6', advice)
    restore()
  })

  it.each([['check'], ['run']])('fw %s names the place at which it stops being JSON', async (...args) => {
    app.write('tsconfig.json', '{\n  // comments are allowed\n  "compilerOptions": { "strict" true },\n}\n')
    expectOnce(await app.fw(...args), 'invalid-tsconfig', 'tsconfig.json:3:33', "isn't valid JSON")
    restore()
  })

  it('a base file of a base file is named in the file that extends it, and comments extend nothing', async () => {
    app.write('base.json', '{\n  // "extends": "./not-this.json",\n  "extends": "./gone"\n}\n')
    app.write('tsconfig.json', JSON.stringify({ extends: './base', ...TSCONFIG }))
    expectOnce(await app.fw('check'), 'invalid-tsconfig', 'base.json:3:15', "It extends gone, which doesn't exist.")
    app.write('base.json', '{}')
    expect((await app.fw('check')).code).toBe(0)
    restore()
  })
})

describe('a file that does not parse', SLOW, () => {
  const BROKEN = [
    ['src/routes/about.tsx', 'export default () => <p>\n'],
    ['src/lib/price.ts', 'export const price = (\n'],
    ['src/server/shop.api.ts', 'export const ping = (\n'],
  ] as const

  it.each(BROKEN)('fw verify reports %s once', async (file, text) => {
    app.write(file, text)
    const { code, stdout, stderr } = await app.fw('verify')
    app.write(file, FILES[file])
    expect(stdout + stderr).toMatch(new RegExp(`${file}:\\d+:\\d+ error syntax-error:`))
    expect(count(stdout + stderr, file)).toBe(1)
    expect(stderr).toContain('Failed: The app has errors.\nCorrect them, then run the command again.')
    expect(code).toBe(1)
  })

  it.each(BROKEN)('fw check reports %s', async (file, text) => {
    app.write(file, text)
    const { code, stdout } = await app.fw('check', '--format', 'json')
    app.write(file, FILES[file])
    const found = JSON.parse(stdout) as readonly { readonly code: string; readonly span: { readonly file: string } }[]
    expect(found.map((one) => [one.code, one.span.file])).toEqual([['syntax-error', file]])
    expect(code).toBe(1)
  })

  it.each(BROKEN.slice(0, 2))('fw run reports %s once, and lists the tools of the server', async (file, text) => {
    app.write(file, text)
    const { code, stdout, stderr } = await app.fw('run')
    app.write(file, FILES[file])
    expect(stdout).toContain('api.shop.ping')
    expect(count(stderr, file)).toBe(1)
    expect(code).toBe(0)
  })
})

it('fw verify reports a contract that cannot be derived, as the build does', SLOW, async () => {
  app.write(
    'src/server/bad.api.ts',
    "import { api, type Call } from '@fw/runtime'\nexport const bad = api({ description: 'Bad.', run: ({ input }: Call<{ f: () => void }>) => typeof input })\n",
  )
  expectOnce(await app.fw('verify'), 'unrepresentable-type', 'src/server/bad.api.ts:2:71', "Functions can't be sent")
  app.write('src/server/bad.api.ts', FILES['src/server/shop.api.ts'])
})
