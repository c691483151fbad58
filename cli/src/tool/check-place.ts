/** Checks of where an app is to run: its data, its port. */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import { CliError } from '../fail.ts'
import { wantedPort } from '../port.ts'
import { type Check, error, type Finding, ok, warning } from './finding.ts'

const SQLITE = 'sqlite:'

/** What `fw start` takes where the configuration says nothing. */
export const DEFAULT_DATA = 'sqlite:.fw/data/fw.db'

export const checkData: Check = ({ root, report, options, isReady }) => {
  if (report.config.output === 'static') return []
  const data = options?.data ?? report.config.data ?? DEFAULT_DATA
  if (data === 'memory')
    return [
      warning(
        'data',
        'Proposals, limits and conversations are kept in memory: a restart forgets them.',
        'Leave data out for a SQLite file, or name a Redis.',
      ),
    ]
  if (data.startsWith(SQLITE)) return [fileFinding(resolve(root, data.slice(SQLITE.length)), root)]
  if (isReady === true) return [ok('data', 'Redis answers.')]
  return [error('data', 'Redis does not answer.', 'Look whether it runs, and at the address and password in data.')]
}

function fileFinding(file: string, root: string): Finding {
  const shown = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file
  const [problem] = [...unwritable(file)]
  if (problem === undefined) return ok('data', `${shown} can be written.`)
  const name = problem.startsWith(`${root}/`) ? problem.slice(root.length + 1) : problem
  return error(
    'data',
    `${shown} cannot be written.`,
    `Let the user that runs the app write ${name}, or name another place in data.`,
  )
}

/** The file and the folder that SQLite writes beside it: what of them is there, and does not let us. */
function* unwritable(file: string): Generator<string> {
  if (existsSync(file) && (!statSync(file).isFile() || !isWritable(file))) yield file
  let folder = dirname(file)
  while (!existsSync(folder)) folder = dirname(folder)
  if (!statSync(folder).isDirectory() || !isWritable(folder)) yield folder
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

export const checkPort: Check = async ({ env }) => {
  let port: number
  try {
    port = wantedPort(undefined, env).port
  } catch (cause) {
    if (!(cause instanceof CliError)) throw cause
    return [error('port', cause.message, 'Set PORT to a free one, or leave it out for 3000.')]
  }
  const code = await listenProblem(port)
  if (code === undefined) return [ok('port', `${port} is free.`)]
  if (code === 'EADDRINUSE')
    return [
      warning(
        'port',
        `Something listens on ${port}: "fw start" would end with 1.`,
        'If that is not this app, stop it, or set PORT.',
      ),
    ]
  return [error('port', `Nothing may listen on ${port} (${code}).`, 'Set PORT to one above 1023.')]
}

/** The code of the error that `fw start` would meet. */
function listenProblem(port: number): Promise<string | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => resolve(code))
    server.listen(port, '0.0.0.0', () => server.close(() => resolve(undefined)))
  })
}
