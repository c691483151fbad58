/** The contract of the shop at the command line: two commits of a repository, their differences, notes, the migration. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { REPOSITORY } from '../structure/source-tree.ts'
import { linkPackages, runFw } from './support/fixture.ts'

// Each command checks the shop in a process of its own.
const SLOW = { timeout: 240_000 }

/** A monorepo: the shop is one of its packages. */
const repository = mkdtempSync(join(tmpdir(), 'fw-contract-'))
const shop = join(repository, 'apps/shop')
afterAll(() => rmSync(repository, { recursive: true, force: true }))

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Shop', '-c', 'user.email=shop@shop.example', '-c', 'commit.gpgsign=false']
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd: repository, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return stdout
}

function commit(message: string): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', message)
}

function edit(file: string, from: string, to: string): void {
  const path = join(shop, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

const read = (file: string) => readFileSync(join(shop, file), 'utf8')
const findLine = (file: string, text: string) => read(file).slice(0, read(file).indexOf(text)).split('\n').length

beforeAll(async () => {
  mkdirSync(shop, { recursive: true })
  const source = join(REPOSITORY, 'playground/shop')
  const isSource = (path: string) => !/\/(?:node_modules|dist|\.fw|\.turbo)(?:\/|$)/.test(path.slice(source.length))
  cpSync(source, shop, { recursive: true, filter: isSource })
  linkPackages(shop)
  writeFileSync(join(repository, '.gitignore'), 'node_modules\ndist\n.fw\n')
  git('init', '--quiet', '--initial-branch', 'main')
  commit('shop')
}, 60_000)

it('without a contract at the ref, says how to write one', SLOW, async () => {
  const { code, stdout, stderr } = await runFw(shop, ['verify', '--against', 'HEAD'])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain("HEAD has no fw.contract.json.\nAdd contract: 'locked' to the configuration, run fw build")
  const unknown = await runFw(shop, ['verify', '--against', 'nowhere'])
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Neither a commit nor a file')])
})

it('fw build writes a sorted contract, which is the same after another build', SLOW, async () => {
  edit('fw.config.ts', "  lang: 'en',\n", "  lang: 'en',\n  contract: 'locked',\n")
  const missing = await runFw(shop, ['verify', '--against', 'fw.config.ts'])
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('fw.config.ts is not a contract')])
  expect((await runFw(shop, ['build'])).code).toBe(0)
  const text = read('fw.contract.json')
  const { functions } = JSON.parse(text) as { functions: Record<string, unknown> }
  expect(Object.keys(functions)).toEqual(Object.keys(functions).sort())
  expect(functions['api.cart.add']).toEqual({
    access: 'undecided',
    addresses: ['POST /_fw/api/cart.add'],
    guard: 'auto',
    input: {
      additionalProperties: false,
      properties: { quantity: { default: 1, maximum: 20, minimum: 1, type: 'integer' }, slug: { type: 'string' } },
      required: ['slug'],
      type: 'object',
    },
    output: expect.objectContaining({ required: ['count', 'lines', 'total'] }),
  })
  rmSync(join(shop, 'fw.contract.json'))
  expect((await runFw(shop, ['build'])).code).toBe(0)
  expect(read('fw.contract.json')).toBe(text)
  commit('lock the contract')
  const same = await runFw(shop, ['verify', '--against', 'HEAD'])
  expect([same.code, same.stdout, same.stderr]).toEqual([0, '', expect.stringContaining('The contract is the same')])
})

it('annotates the changes between two commits, with paths from the root of the repository', SLOW, async () => {
  edit('src/server/cart.api.ts', '@maximum 20\n   * @default 1', '@maximum 10\n   * @default 2')
  edit('src/server/catalogue.api.ts', "  title: 'Product details',", "  title: 'Product details',\n  guard: 'confirm',")
  edit('src/server/orders.api.ts', "  guard: 'confirm',\n", '')
  edit('src/server/account.api.ts', '  name: string | null\n', '  name: string | null\n  since?: Date\n')
  expect((await runFw(shop, ['build'])).code).toBe(0)
  commit('smaller carts')
  const { code, stdout, stderr } = await runFw(shop, ['verify', '--against', 'HEAD~1', '--format', 'github'])
  expect(code, stderr).toBe(1)
  const add = findLine('src/server/cart.api.ts', 'const add')
  const product = findLine('src/server/catalogue.api.ts', 'const product')
  const checkout = findLine('src/server/orders.api.ts', 'const checkout')
  const place = (file: string, line: number) => `file=apps/shop/src/server/${file}.api.ts,line=${line},col=14`
  expect(stdout.trim().split('\n')).toEqual([
    `::error ${place('cart', add)},title=breaking-change%3A api.cart.add::api.cart.add: input.quantity maximum is 10, was 20`,
    `::error ${place('cart', add)},title=breaking-change%3A api.cart.add::api.cart.add: input.quantity default is 2, was 1`,
    `::error ${place('catalogue', product)},title=breaking-change%3A api.catalogue.product::api.catalogue.product: guard is confirm, was auto`,
    `::warning ${place('orders', checkout)},title=contract-change%3A api.orders.checkout::api.orders.checkout: guard is auto, was confirm: agents need less approval`,
  ])
  expect(stderr).toContain('3 breaking changes, 3 without a note, 1 notice, 2 compatible changes against HEAD~1.')
  expect(stderr).toContain('Breaking changes against HEAD~1 need a note.')
})

it('prints a table for people, and annotates in GitHub Actions', SLOW, async () => {
  const { code, stdout } = await runFw(shop, ['verify', '--against', 'HEAD~1'])
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^breaking +api\.cart\.add +src\/server\/cart\.api\.ts:\d+ +input\.quantity maximum is 10, was 20$/m,
  )
  expect(stdout).toMatch(
    /^compatible +api\.account\.me +src\/server\/account\.api\.ts:\d+ +output\.since is returned now$/m,
  )
  expect(stdout).not.toContain('::error')
  const inActions = spawnSync(process.execPath, [join(REPOSITORY, 'cli/bin/fw.js'), 'verify', '--against', 'HEAD~1'], {
    cwd: shop,
    encoding: 'utf8',
    env: { ...process.env, GITHUB_ACTIONS: 'true' },
  })
  expect(inActions.stdout).toContain('\n::error file=apps/shop/src/server/cart.api.ts')
})

it('prints JSON', SLOW, async () => {
  const { code, stdout } = await runFw(shop, ['verify', '--against', 'HEAD~1', '--json'])
  expect(code).toBe(1)
  const { against, changes } = JSON.parse(stdout) as { against: string; changes: unknown[] }
  expect([against, changes.length]).toEqual(['HEAD~1', 6])
  expect(changes[0]).toMatchObject({
    function: 'api.cart.add',
    kind: 'input-narrowed',
    verdict: 'breaking',
    path: 'input.quantity',
    message: 'maximum is 10, was 20',
    file: 'src/server/cart.api.ts',
    line: findLine('src/server/cart.api.ts', 'const add'),
  })
})

it('a note excuses a breaking change, and no later one', SLOW, async () => {
  const noted = await runFw(shop, ['verify', '--against', 'HEAD~1', '--note', 'Carts hold ten items.'])
  expect(noted.code, noted.stderr).toBe(0)
  expect(noted.stderr).toContain('Wrote 3 notes to fw.contract.notes.json.')
  const notes = JSON.parse(read('fw.contract.notes.json')) as object[]
  expect(notes).toContainEqual({
    function: 'api.cart.add',
    change: 'input.quantity maximum is 10, was 20',
    base: expect.stringMatching(/^[0-9a-f]{12}$/),
    note: 'Carts hold ten items.',
  })
  const again = await runFw(shop, ['verify', '--against', 'HEAD~1'])
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('(note: Carts hold ten items.)')])
  commit('notes')
  // The same change, made to another version of the contract.
  edit('src/server/cart.api.ts', '@maximum 10\n   * @default 2', '@maximum 20\n   * @default 2')
  expect((await runFw(shop, ['build'])).code).toBe(0)
  commit('larger carts')
  edit('src/server/cart.api.ts', '@maximum 20\n   * @default 2', '@maximum 10\n   * @default 2')
  const later = await runFw(shop, ['verify', '--against', 'HEAD'])
  expect([later.code, later.stdout]).toEqual([1, expect.stringMatching(/^breaking .* maximum is 10, was 20$/m)])
})

it('an outdated file fails, also without a breaking change', SLOW, async () => {
  edit('src/server/cart.api.ts', '@maximum 10\n   * @default 2', '@maximum 30\n   * @default 2')
  const outdated = await runFw(shop, ['verify', '--against', 'HEAD'])
  expect([outdated.code, outdated.stderr]).toEqual([1, expect.stringContaining('fw.contract.json is outdated.')])
  expect((await runFw(shop, ['verify'])).stderr).toContain('fw.contract.json is outdated.')
  expect((await runFw(shop, ['build'])).code).toBe(0)
  expect((await runFw(shop, ['verify', '--against', 'HEAD'])).code).toBe(0)
  commit('even larger carts')
})

it('reports a renamed function, and drafts its migration', SLOW, async () => {
  edit('src/server/cart.api.ts', 'export const change = api', 'export const setQuantity = api')
  const draft = await runFw(shop, ['codemod', '--against', 'HEAD', '--dry-run'])
  expect(draft.code, draft.stderr).toBe(0)
  expect(draft.stdout).toContain("+import { setQuantity, remove } from '../server/cart.api.ts'")
  expect((await runFw(shop, ['codemod', '--against', 'HEAD'])).code).toBe(0)
  expect(read('src/server/cart.api.ts')).toContain(
    '// The old name of setQuantity, for clients that still call it.\n/** Set how many',
  )
  expect(read('src/components/assistant.tsx')).toContain("'api.cart.setQuantity': 'Change a quantity'")
  const after = await runFw(shop, ['verify', '--against', 'HEAD'])
  expect(after.stdout).toMatch(/^compatible +api\.cart\.setQuantity .* was added$/m)
  expect(after.stdout).not.toContain('breaking')
  // Without the old name, the change is a rename.
  const text = read('src/server/cart.api.ts')
  const old = text.slice(text.indexOf('// The old name'), text.indexOf('/** Take a product out'))
  edit('src/server/cart.api.ts', old, '')
  const renamed = await runFw(shop, ['verify', '--against', 'HEAD'])
  expect(renamed.stdout).toMatch(/^breaking +api\.cart\.change .*:\d+ +was renamed to api\.cart\.setQuantity$/m)
})
