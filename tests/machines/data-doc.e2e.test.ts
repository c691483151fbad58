/** The configuration and the command of docs/guide/data.md start an app whose data is in Postgres. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../servers/postgres.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = readFileSync(join(REPOSITORY, 'docs/guide/data.md'), 'utf8')

/** Returns the content of the first code block with this language. */
function readBlock(language: string): string {
  const [, code = ''] = new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``).exec(PAGE) ?? []
  return code
}

/** Runs a command of a shell, until the test ends or until it prints the text. */
function runUntil(line: string, cwd: string, text: string): Promise<string> {
  const child = spawn('sh', ['-c', line], { cwd, env: { ...process.env, PORT: '0' }, detached: true })
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // It has ended already.
    }
  })
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer): void => {
      output += String(chunk)
      if (output.includes(text)) resolve(output)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(output))))
  })
}

test('fw start with the Postgres of the guide stores proposals in it', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.close())
  const app = mkdtempSync(join(tmpdir(), 'fw-data-doc-'))
  onTestFinished(() => rmSync(app, { recursive: true, force: true }))
  cpSync(join(REPOSITORY, 'tests/machines/app/src'), join(app, 'src'), { recursive: true })
  symlinkSync(join(REPOSITORY, 'node_modules'), join(app, 'node_modules'))
  const tsconfig = { extends: join(REPOSITORY, 'tsconfig.base.json'), include: ['src', '.fw/types'] }
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify(tsconfig))
  writeFileSync(join(app, 'package.json'), '{"type":"module"}')
  writeFileSync(join(app, 'fw.config.ts'), readBlock('ts'))
  await runUntil('npx --no-install fw build', app, 'Sizes are')
  const command = readBlock('sh')
  expect(command).toContain('app@db.example/shop')
  const line = command.replace('app@db.example/shop', postgres.url.slice('postgres://'.length))
  const output = await runUntil(line, app, 'Listening on')
  const port = /localhost:(\d+)/.exec(output)?.[1]
  const parked = await fetch(`http://127.0.0.1:${port}/_fw/api/desk.pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-fw-origin': 'agent' },
    body: '{"title":"tea"}',
  })
  expect(await parked.json()).toMatchObject({ ok: true, result: { status: 'proposal' } })
  expect(postgres.query("select state from fw.proposals where data like '%desk.pay%' or call like '%tea%'")).toEqual([
    'pending',
  ])
})
