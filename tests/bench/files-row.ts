/** Row E: a 20 KB hashed script as brotli, and a file of 1 MB, compared with the same bytes from memory by hand. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchOptions, Log, Result } from './result.ts'
import { measureLoad, withServers } from './rig/server-load.ts'
import type { RunningServer } from './rig/server-process.ts'
import { RUNTIMES, runOn } from './runtimes.ts'

const SCRIPT = '/assets/app-1a2b3c4d.js'
const LARGE = '/large.bin'
const HEADERS = { 'accept-encoding': 'gzip, deflate, br' }

export async function measureFiles(options: BenchOptions, log: Log): Promise<readonly Result[]> {
  const folder = writeFiles()
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const commands = [
    ...runOn(RUNTIMES, { name: 'by hand', cwd: at('./baselines'), args: ['files-server.mjs', folder] }),
    ...runOn(RUNTIMES, { name: 'fw', cwd: at('./apps/files'), args: ['server.mjs', folder] }),
  ]
  try {
    return await withServers(commands, async (servers) => {
      for (const { server } of servers) await expectFiles(server)
      const request = { row: 'files', headers: HEADERS }
      return [
        ...(await measureLoad({ ...request, subject: '20 KB', path: SCRIPT }, servers, options, log)),
        ...(await measureLoad({ ...request, subject: '1 MB', path: LARGE }, servers, options, log)),
      ]
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Checks that the response is correct before its speed is measured. */
async function expectFiles({ name, url }: RunningServer): Promise<void> {
  const script = await fetch(url + SCRIPT, { headers: { 'accept-encoding': 'br' } })
  const large = await (await fetch(url + LARGE)).arrayBuffer()
  const right = script.headers.get('content-encoding') === 'br' && (await script.text()) === scriptText()
  if (!right || large.byteLength !== 1_048_576) throw new Error(`${name} does not send the files as they are.`)
}

function writeFiles(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-bench-files-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, SCRIPT.slice(1)), scriptText())
  writeFileSync(join(folder, LARGE.slice(1)), Buffer.alloc(1_048_576, 7))
  return folder
}

/** 20 KB that compress about as well as a real bundle: different names and numbers. */
function scriptText(): string {
  let text = ''
  for (let index = 0; text.length < 20_480; index += 1)
    text += `const n${(index * 7919).toString(36)}=(a,b)=>a*${(index * 104_729) % 9973}+b["k${(index * 31).toString(36)}"];`
  return text
}
