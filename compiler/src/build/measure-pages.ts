/** Renders the built app's concrete pages, in a process of their own: app code may hold connections open or exit. */
import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface PageMeasure {
  readonly path: string
  readonly status: number
  readonly html: string
}

export interface PageMeasures {
  /** By pattern: the first concrete page of each. */
  readonly pages: Readonly<Record<string, PageMeasure>>
  /** By tool name: bytes of its schemas as JSON. */
  readonly tools: Readonly<Record<string, { readonly input: number; readonly output: number }>>
}

/** Loads `dist/server` of the app at `root` and measures it. Rejects when the app cannot be loaded. */
export function measurePages(root: string): Promise<PageMeasures> {
  const file = new URL(`./measure-process${extname(import.meta.url)}`, import.meta.url)
  const child = fork(fileURLToPath(file), [root], {
    cwd: root,
    execArgv: [],
    // Not production: secrets are set where the app runs, not where it is built, and the app may insist on them there.
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (measures: PageMeasures) => {
      child.removeAllListeners('exit')
      child.kill()
      resolve(measures)
    })
    child.once('exit', (code) =>
      reject(new Error(`The built app stopped with code ${code} while its pages were measured.`)),
    )
  })
}
