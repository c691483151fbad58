/** Checks of the environment that an app runs in: its data store and its port. */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import { CliError } from '../cli-error.ts'
import { readWantedPort } from '../port.ts'
import { type Check, createFailure, createPass, createWarning, type Finding } from './finding.ts'

const SQLITE = 'sqlite:'

/** Default of `fw start`. */
const DEFAULT_DATA = 'sqlite:.fw/data/fw.db'

export const checkData: Check = ({ root, report, options, isReady }) => {
  if (report.config.output === 'static') return []
  const data = options?.data ?? report.config.data ?? DEFAULT_DATA
  if (data === 'memory')
    return [
      createWarning(
        'data',
        'Proposals, limits and conversations are stored in memory and lost on restart.',
        'Remove data to use a SQLite file, or set it to the URL of a Redis or a Postgres.',
      ),
    ]
  if (data.startsWith(SQLITE)) return [fileFinding(resolve(root, data.slice(SQLITE.length)), root)]
  const name = data.startsWith('postgres') ? 'Postgres' : 'Redis'
  if (isReady === true) return [createPass('data', `${name} responds.`)]
  return [
    createFailure(
      'data',
      `${name} does not respond.`,
      'Check that it runs, and that the URL and password in data are correct.',
    ),
  ]
}

function fileFinding(file: string, root: string): Finding {
  const shown = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file
  const [problem] = [...unwritable(file)]
  if (problem === undefined) return createPass('data', `${shown} is writable.`)
  const name = problem.startsWith(`${root}/`) ? problem.slice(root.length + 1) : problem
  return createFailure(
    'data',
    `${shown} is not writable.`,
    `Give the user that runs the app write access to ${name}, or set data to another path.`,
  )
}

/** Yields the paths that prevent SQLite from writing its file and the files beside it. */
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
    port = readWantedPort(undefined, env).port
  } catch (cause) {
    if (!(cause instanceof CliError)) throw cause
    return [createFailure('port', cause.message, 'Set PORT to a free port, or remove it to use 3000.')]
  }
  const code = await listenProblem(port)
  if (code === undefined) return [createPass('port', `${port} is free.`)]
  if (code === 'EADDRINUSE')
    return [
      createWarning(
        'port',
        `${port} is in use, so "fw start" would exit with 1.`,
        'If another program uses it, stop that program or set PORT.',
      ),
    ]
  return [createFailure('port', `No permission to listen on ${port} (${code}).`, 'Set PORT to a port above 1023.')]
}

/** Returns the code of the error that `fw start` would get. */
function listenProblem(port: number): Promise<string | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => resolve(code))
    server.listen(port, '0.0.0.0', () => server.close(() => resolve(undefined)))
  })
}
