/** Miniflare for tests: workerd with Cloudflare's own simulation of D1, on a free loopback port, stopped by its handle. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { NEWER_NODE } from './runtimes.ts'

export interface TestMiniflare {
  /** Without a slash at its end. */
  readonly url: string
  /** Kills workerd, which also simulates a crash. */
  close(): Promise<void>
}

const SCRIPT = fileURLToPath(new URL('miniflare.mjs', import.meta.url))

/** `options`: of the class `Miniflare`, as JSON. */
export async function startMiniflare(options: object): Promise<TestMiniflare> {
  if (NEWER_NODE === undefined) throw new Error('Miniflare needs Node 22 or newer.')
  const child = spawn(NEWER_NODE, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write(`${JSON.stringify(options)}\n`)
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      const printed = /^(http\S+?)\/?\n/.exec(output)?.[1]
      if (printed !== undefined) resolve(printed)
    })
    child.once('exit', (code) => reject(new Error(`Miniflare ended with ${code}: ${output}`)))
  })
  return {
    url,
    async close() {
      if (child.exitCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.stdin.end()
      await ended
    },
  }
}
