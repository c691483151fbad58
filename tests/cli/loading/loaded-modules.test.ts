import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppCopy, copyFixture } from '../../compiler/build/app-copy.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

let app: AppCopy
beforeAll(() => {
  app = copyFixture()
})
afterAll(() => app.remove())

/** Runs a command of the built packages. Returns the modules that it loaded. */
function runRecorded(...args: readonly string[]): readonly string[] {
  const log = `${app.root}.modules.log` // not a file of the app
  const command = ['--import', at('./record-modules.mjs'), at('../../../cli/bin/fw.js'), ...args]
  const { NODE_OPTIONS: _options, VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env
  const isServer = args[0] === 'start'
  const { status, stderr } = spawnSync(process.execPath, command, {
    cwd: app.root,
    encoding: 'utf8',
    env: { ...env, FW_TEST_MODULES: log },
    timeout: isServer ? 5_000 : 120_000,
  })
  if (!isServer) expect(status, stderr).toBe(0)
  const urls = readFileSync(log, 'utf8').trim().split('\n')
  rmSync(log)
  return urls
}

const COMPILERS = /node_modules\/(?:vite|rolldown|ts-morph|typescript|@babel|@swc)\//
/** Modules of the runtime and the compiler, except for the bundles and the files that must stay files. */
const SINGLE = /\/(?:runtime|compiler)\/dist\/(?!bundled\/|build\/page-size\.js$|own-folder\.js$)/

test('a build of an unchanged app loads neither a bundler nor a compiler', () => {
  expect(runRecorded('build').some((url) => COMPILERS.test(url))).toBe(true)
  expect(runRecorded('build').filter((url) => COMPILERS.test(url))).toEqual([])
})

test('a check of an unchanged app loads no compiler', () => {
  runRecorded('check')
  expect(runRecorded('check').filter((url) => COMPILERS.test(url))).toEqual([])
})

test('a server is started without the command framework', () => {
  runRecorded('build')
  const urls = runRecorded('start', '--port', '0')
  expect(urls.filter((url) => /node_modules\/(?:clipanion|typanion)\//.test(url))).toEqual([])
  expect(urls.some((url) => url.endsWith('/dist/server/index.js'))).toBe(true)
})

test('the runtime and the compiler are loaded once each, as bundles, also by an app from its sources', () => {
  const urls = runRecorded('run')
  expect(urls.filter((url) => SINGLE.test(url))).toEqual([])
  expect(urls.some((url) => /\/runtime\/dist\/bundled\//.test(url))).toBe(true)
})
