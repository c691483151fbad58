import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runFw } from './support/fixture.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const WRONG = "export { product } from './catalogue.api.ts'"

let shop: string
let line: number

beforeAll(() => {
  shop = mkdtempSync(join(tmpdir(), 'fw-shop-copy-'))
  for (const name of ['src', 'public', 'fw.config.ts', 'package.json', 'tsconfig.json'])
    cpSync(join(REPOSITORY, 'playground/shop', name), join(shop, name), { recursive: true })
  symlinkSync(join(REPOSITORY, 'node_modules'), join(shop, 'node_modules'))
  const file = join(shop, 'src/server/admin.api.ts')
  const text = `${readFileSync(file, 'utf8')}${WRONG}\n`
  line = text.split('\n').length - 1
  writeFileSync(file, text)
})
afterAll(() => rmSync(shop, { recursive: true, force: true }))

it.each([['check'], ['build']])(
  'API-19 ERR-19 fw %s refuses a re-export in the shop with code, place, frame and advice, and writes nothing',
  async (command) => {
    const { code, stdout, stderr } = await runFw(shop, [command])
    const printed = stdout + stderr
    expect(code).toBe(1)
    expect(printed).toContain(`src/server/admin.api.ts:${line}:10 error api-re-export`)
    expect(printed).toMatch(/\n> +\d+ \| export \{ product \} from/)
    expect(printed).toMatch(/\n +\| +\^\^\^\^\^\^\^/)
    expect(printed).toContain('import it from its own module where it is used')
    expect(printed).not.toContain('    at ')
    expect(existsSync(join(shop, 'dist'))).toBe(false)
    expect(existsSync(join(shop, '.fw'))).toBe(false)
  },
  120_000,
)
