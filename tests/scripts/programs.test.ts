import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { npmCommand, packageCommand } from '../../scripts/programs.mjs'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fw-programs-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  return file
}

test('npm is started by Node: the one that runs the script, or else the one beside Node', () => {
  const running = write('npm/bin/npm-cli.js')
  const node = write('node/node.exe')
  expect(npmCommand({ npm_execpath: running }, node)).toEqual([node, running])
  expect(npmCommand({}, node)).toEqual(['npm'])
  const beside = write('node/node_modules/npm/bin/npm-cli.js')
  expect(npmCommand({}, node)).toEqual([node, beside])
  // Another package manager runs the script.
  expect(npmCommand({ npm_execpath: write('pnpm/bin/pnpm.cjs') }, node)).toEqual([node, beside])
  expect(npmCommand({ npm_execpath: join(folder, 'gone/npm-cli.js') }, node)).toEqual([node, beside])
})

test.each([
  ['@biomejs/biome', 'biome'],
  ['knip', 'knip'],
  ['vitest', 'vitest'],
])('the program of %s is started by Node', (name, bin) => {
  const [node = '', ...first] = packageCommand(name, bin)
  expect(node).toBe(process.execPath)
  const { status, stdout } = spawnSync(node, [...first, '--version'], { encoding: 'utf8' })
  expect(status).toBe(0)
  expect(stdout).toMatch(/\d+\.\d+\.\d+/)
})
