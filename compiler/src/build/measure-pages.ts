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
  /** Why nothing could be measured. */
  readonly problem?: string
}

/**
 * Loads `dist/server` of the app at `root` and measures it. An app that does not load (a database is away, a secret is
 * missing) is a `problem`, not a failed build.
 */
export function measurePages(root: string): Promise<PageMeasures> {
  const file = new URL(`./measure-process${extname(import.meta.url)}`, import.meta.url)
  const child = fork(fileURLToPath(file), [root], {
    cwd: root,
    execArgv: [],
    // Apps ask for their production secrets under `production`; a build machine need not have them.
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  return new Promise((resolve) => {
    let measures: PageMeasures | undefined
    child.once('message', (message: PageMeasures) => {
      measures = message
      child.kill()
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      const reason = /^(?:\w*Error: )?(.+)$/m.exec(complaints.replace(/^[\s\S]*?(?=^\w*Error: )/m, ''))?.[1]
      resolve(measures ?? { pages: {}, tools: {}, problem: reason ?? `the built app stopped with code ${code}` })
    })
  })
}

/** A page that hangs must not hang the build. */
const LIMIT_MS = 60_000
