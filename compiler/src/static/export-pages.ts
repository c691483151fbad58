/** Writes the pages of a built app in a child process: app code may hold connections open or exit. */
import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ExportRequest, LoadError, StaticOutcome } from './static-report.ts'

/** Rejects if the app doesn't load, with the error that it throws. Lines that the app prints are passed to `log`. */
export function exportPages(request: ExportRequest, log: (line: string) => void): Promise<StaticOutcome> {
  const file = new URL(`./export-process${extname(import.meta.url)}`, import.meta.url)
  const child = fork(fileURLToPath(file), [], {
    cwd: request.root,
    execArgv: [],
    // The pages are those of production.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.send(request)
  const printed: string[] = []
  if (child.stdout !== null) createInterface(child.stdout).on('line', log)
  if (child.stderr !== null) createInterface(child.stderr).on('line', (line) => printed.push(line))
  return new Promise((resolve, reject) => {
    let outcome: StaticOutcome | undefined
    let failure: Error | undefined
    child.once('message', (message: StaticOutcome | LoadError) => {
      if ('loadError' in message) failure = Object.assign(new Error(), message.loadError)
      else outcome = message
      child.kill()
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (failure !== undefined) reject(failure)
      else if (outcome === undefined)
        reject(new Error(`The app could not be loaded to write its pages (code ${code}).\n${printed.join('\n')}`))
      else {
        for (const line of printed) log(line)
        resolve(outcome)
      }
    })
  })
}
