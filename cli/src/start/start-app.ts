/** Serves the output of `fw build` until the process receives a signal to stop. */
import { availableParallelism } from 'node:os'
import type { Listening, ServeOptions } from '@fw/runtime/host'
import type { FwServer, FwServerOptions } from '@fw/runtime/server'
import { findAppRoot, getDefaultData } from '../app.ts'
import { CliError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { networkUrls } from '../network-urls.ts'
import { portError, readWantedPort, shownUrl } from '../port.ts'
import { createNotes, type ProcessLog, untilStopped } from '../signals.ts'
import { tellListening, untilTold } from '../workers/worker.ts'

/** The flags of `fw start` as written. */
export interface StartFlags {
  readonly port?: string | undefined
  readonly host?: string | undefined
  readonly workers?: string | undefined
}

/** Serves the app at or above `cwd`. Returns the exit code once the server has stopped. */
export async function startApp(flags: StartFlags, io: Io, cwd: string): Promise<number> {
  const workers = parseWorkers(flags.workers)
  const root = findAppRoot(cwd)
  process.chdir(root)
  const { port } = readWantedPort(flags.port, io.env)
  const isWorker = workers > 1 && (await import('node:cluster')).default.isWorker
  if (workers > 1 && !isWorker) {
    const { serveWithWorkers } = await import('../workers/serve-with-workers.ts')
    return serveWithWorkers(workers, (url) => printUrls(url, readHostname(flags, io), io))
  }
  // Before the app is loaded, because it decides whether callers see the messages of unexpected errors.
  process.env.NODE_ENV ??= 'production'
  const { listen, log, drainMs } = await openBuild(root, io, workers > 1)
  const hostname = readHostname(flags, io)
  const running = await listen({ port, hostname }).catch((error: unknown) => {
    throw portError(error, port)
  })
  // Before the "Listening" line, because another process may send a signal as soon as it reads that line.
  const stopped = isWorker ? untilTold(log) : untilStopped(log)
  if (isWorker) tellListening(running.url, drainMs)
  else printUrls(running.url, hostname, io)
  await stopped
  await running.close()
  return 0
}

function readHostname({ host }: StartFlags, { env }: Io): string {
  return host ?? (env.HOST || '0.0.0.0')
}

/** Prints the URL of this machine, and those of its networks if the server listens on every address. */
function printUrls(url: string, hostname: string, io: Io): void {
  io.result(
    [shownUrl(url), ...networkUrls(url, hostname)].map((one) => `Listening on ${one.replace(/\/$/, '')}`).join('\n'),
  )
}

function parseWorkers(text = '1'): number {
  const count = text === 'auto' ? availableParallelism() : Number(text)
  if (!Number.isInteger(count) || count < 1 || count > MAX_WORKERS)
    throw new CliError({
      code: 'bad_argument',
      title: `--workers must be a number from 1 to ${MAX_WORKERS} or "auto", got "${text}".`,
    })
  if (count > 1 && process.versions.bun !== undefined)
    throw new CliError({
      code: 'workers_need_node',
      title: '--workers is not supported on Bun.',
      fix: 'Start the app with Node, or run several instances with shared data behind a proxy.',
    })
  return count
}

const MAX_WORKERS = 256

type Where = Required<Pick<ServeOptions, 'port' | 'hostname'>>

interface Opened {
  listen(where: Where): Promise<Listening>
  readonly log: ProcessLog
  /** Time limit for a graceful stop, in milliseconds. */
  readonly drainMs: number
}

const DEFAULT_DRAIN_MS = 10_000

/** Loads the build at `root`: the app's server, or a file server for a static site. */
async function openBuild(root: string, io: Io, sharesData: boolean): Promise<Opened> {
  const { findStaticBuild, loadBuild, MissingBuildError } = await import('@fw/compiler/start')
  try {
    const site = findStaticBuild(root)
    if (site !== undefined) {
      const { serveStaticSite } = await import('./static-preview.ts')
      return {
        listen: (where) => serveStaticSite({ ...where, publicDir: site.clientDir }),
        log: createNotes(io),
        drainMs: DEFAULT_DRAIN_MS,
      }
    }
    const { server, clientDir } = await loadBuild(root)
    // The bundle contains this release's runtime, so it has these exports.
    const { createApp, serve } = server as {
      createApp(wiring: object, defaults: FwServerOptions): FwServer
      serve: typeof import('@fw/runtime/host').serve
    }
    // Stores proposals on disk, so that they survive a restart. The app's own `data` option takes precedence.
    const app = createApp(sharesData ? { sharesData } : {}, { data: getDefaultData(root) })
    const listen = async (where: Where): Promise<Listening> => {
      const running = await serve(app, { ...where, publicDir: clientDir })
      await app.startSchedules().catch(async (error: unknown) => {
        await running.close()
        throw error
      })
      return running
    }
    const { drainMs = DEFAULT_DRAIN_MS, drainDelayMs = 0 } = app.hosting
    return { listen, log: app.log, drainMs: drainMs + drainDelayMs }
  } catch (error) {
    if (!(error instanceof MissingBuildError)) throw error
    throw new CliError({ code: 'no_build', title: `No build found in ${root}.`, fix: 'Run "fw build" first.' })
  }
}
