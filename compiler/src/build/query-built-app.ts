/** Queries the built app in a child process: app code may hold connections open, hang, or exit. */
import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** File name of the child process's script in this folder, without extension. */
type AppQuery = 'contract-process' | 'measure-process' | 'remote-tools-process'

type BuiltAppResult<Result> = { readonly value: Result } | { readonly problem: string }

/**
 * Starts the child process, which loads `dist/server` of the app at `root` and sends one result. If the app fails to
 * load (its database is unreachable, a secret is missing) or sends nothing for a minute, the result is a `problem`.
 */
export function queryBuiltApp<Result>(query: AppQuery, root: string): Promise<BuiltAppResult<Result>> {
  const file = new URL(`./${query}${extname(import.meta.url)}`, import.meta.url)
  const child = fork(fileURLToPath(file), [root], {
    cwd: root,
    execArgv: [],
    // In `production`, apps require their production secrets, which a build machine may not have.
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  return new Promise((resolve) => {
    let received: { readonly value: Result } | undefined
    child.once('message', (message) => {
      received = { value: message as Result } // sent by our own process
      child.kill()
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      const reason = /^(?:\w*Error: )?(.+)$/m.exec(complaints.replace(/^[\s\S]*?(?=^\w*Error: )/m, ''))?.[1]
      resolve(received ?? { problem: reason ?? `the built app stopped with code ${code}` })
    })
  })
}

/** Time limit in milliseconds, so that a page that hangs doesn't hang the build. */
const LIMIT_MS = 60_000
