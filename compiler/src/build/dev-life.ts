/** `fw dev` over changes of its configuration: the parts that run are closed, and others are made on the same port. */
import { existsSync, readFileSync } from 'node:fs'
import type { Server, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { tsconfigChain } from '../analyze/outside-inputs.ts'
import { appPaths } from './app-paths.ts'
import type { DevEdits } from './dev-edits.ts'
import type { DevErrors } from './dev-errors.ts'
import { failureText } from './dev-failure.ts'
import { createDevParts, type DevParts } from './dev-parts.ts'
import { type NotablePackages, notablePackages } from './externals.ts'
import { type ReadConfig, readConfig } from './load-config.ts'

export interface DevLife {
  /** What serves now; during another start, what will. Rejects when that start has failed. */
  current(): Promise<DevParts>
  /** `current`, which stays until `response` has ended, or for two seconds more. */
  enter(response: ServerResponse): Promise<DevParts>
  /** Reads the configuration again and makes all parts anew, changed or not. Never rejects: what fails is logged. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface DevLifeOptions {
  /** The app's folder. */
  readonly root: string
  readonly http: Server
  /** As `DevServerOptions`. */
  readonly hostname?: string | undefined
  readonly log: (line: string) => void
  /** Hears what goes wrong. */
  readonly errors: DevErrors
  readonly edits: DevEdits
}

/** What dev is made with, and only then. */
interface Setup extends ReadConfig {
  readonly packages: NotablePackages
  /** What the app's tsconfig.json and the files that it extends hold: they say what imports mean. */
  readonly tsconfig: Readonly<Record<string, string>>
}

/** How long a start waits for answers that are being made, in milliseconds: a stream may have no end. */
const PATIENCE_MS = 2000
/** Vite's watcher says nothing of a file for 50 milliseconds after a change of it. */
const SILENCE_MS = 100

/** Makes the parts, and makes them again when a file changes that says what they are. Rejects when the first start fails. */
export async function createDevLife(options: DevLifeOptions): Promise<DevLife> {
  const { root, log } = options
  let closed = false
  let changes = Promise.resolve()
  const answering = new Set<ServerResponse>()
  const make = ({ config, files, packages, tsconfig }: Setup): Promise<DevParts> => {
    const configFiles = [...files, ...Object.keys(tsconfig)]
    return createDevParts({ ...options, paths: appPaths(root, config), config, packages, configFiles, onConfig })
  }
  let setup = await readSetup(root)
  let parts = make(setup)
  await parts

  /** One change after the other. A change that leaves everything as it was, as a new script in `package.json`, is none. */
  function onConfig(file: string): void {
    void inTurn(() => restart(file))
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    changes = changes.then(work).catch((error: unknown) => log(failureText(error, root)))
    return changes
  }

  async function restart(file: string, again = false): Promise<void> {
    // What is being written may be half of it: what runs goes on until it can be read.
    const next = await readSetup(root)
    if (closed) return
    if (isDeepStrictEqual(setup, next)) {
      // A change that comes soon after another is kept from us by the watcher, so that it is looked for.
      if (!again) setTimeout(() => void inTurn(() => restart(file, true)), SILENCE_MS).unref()
      return
    }
    log(`${file} has changed: "fw dev" starts again.`)
    await change(next)
    // What was written meanwhile was seen by nobody.
    await restart(file, true)
  }

  async function change(next: Setup): Promise<void> {
    if (closed) return
    const before = setup
    setup = next
    parts = replace(await parts, next, before)
    await parts
  }

  /** Vite's reload socket listens on the one server: the old parts have to go before the new ones come. */
  async function replace(old: DevParts, next: Setup, before: Setup): Promise<DevParts> {
    // What asks a closed Vite for a module gets no answer.
    await waitForEnd(answering)
    await closeParts(old)
    try {
      return await make(next)
    } catch (error) {
      log(failureText(error, root))
      log('It goes on with the configuration that it had.')
      return make(before)
    }
  }

  return {
    current: () => parts,
    async enter(response) {
      let [entered, made] = [parts, await parts]
      while (entered !== parts) [entered, made] = [parts, await parts]
      answering.add(response)
      response.once('close', () => answering.delete(response))
      return made
    },
    restart: () => inTurn(async () => change(await readSetup(root))),
    async close() {
      closed = true
      await changes
      await closeParts(await parts)
    },
  }
}

function waitForEnd(responses: ReadonlySet<ServerResponse>): Promise<void> {
  const open = [...responses].map((response) => new Promise((resolve) => response.once('close', resolve)))
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS)
    void Promise.all(open).then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

async function closeParts({ analysis, app, vite }: DevParts): Promise<void> {
  analysis.close()
  await app.close()
  await vite.close()
}

async function readSetup(root: string): Promise<Setup> {
  const tsconfig = tsconfigChain(root).map((file) => [file, existsSync(file) ? readFileSync(file, 'utf8') : ''])
  return { ...(await readConfig(root)), packages: notablePackages(root), tsconfig: Object.fromEntries(tsconfig) }
}
