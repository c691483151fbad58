/** Asks the built app something, in a process of its own: app code may hold connections open, hang, or exit. */
import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Its file name beside this one, without the ending. */
export type AppQuestion = 'measure-process' | 'tool-schemas-process'

export type BuiltAppAnswer<Answer> = { readonly answer: Answer } | { readonly problem: string }

/**
 * Starts the process, which loads `dist/server` of the app at `root` and sends one answer. An app that does not load (a
 * database is away, a secret is missing) is a `problem`, as is one that is silent for a minute.
 */
export function askBuiltApp<Answer>(question: AppQuestion, root: string): Promise<BuiltAppAnswer<Answer>> {
  const file = new URL(`./${question}${extname(import.meta.url)}`, import.meta.url)
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
    let told: { readonly answer: Answer } | undefined
    child.once('message', (message) => {
      told = { answer: message as Answer } // sent by our own process
      child.kill()
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      const reason = /^(?:\w*Error: )?(.+)$/m.exec(complaints.replace(/^[\s\S]*?(?=^\w*Error: )/m, ''))?.[1]
      resolve(told ?? { problem: reason ?? `the built app stopped with code ${code}` })
    })
  })
}

/** A page that hangs must not hang the build. */
const LIMIT_MS = 60_000
