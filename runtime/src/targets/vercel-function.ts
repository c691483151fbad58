/**
 * The app as a function on Vercel's runtime for Node: an object with `fetch`.
 * https://vercel.com/docs/functions/runtimes/node-js
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { SCHEDULES_PREFIX } from '../contract/http/path.ts'
import { waitOnPlatform } from '../contract/wait-until.ts'
import type { FwServer } from '../server/create-server.ts'
import { type BuiltApp, createAppHandler, setAddress } from './app-handler.ts'

/** The default export of a function. */
interface VercelFunction {
  /** Handles a request. Never rejects. */
  fetch(request: Request): Promise<Response>
}

/**
 * Header with the address of the caller. Vercel sets it on each request, also if the client sends it, and a proxy in front of
 * Vercel can't change it.
 * https://vercel.com/docs/headers/request-headers#x-vercel-forwarded-for
 */
const ADDRESS_HEADER = 'x-vercel-forwarded-for'

/** The object of Vercel's runtime with which `waitUntil` of the package `@vercel/functions` finds the current request. */
const REQUEST_CONTEXT = Symbol.for('@vercel/request-context')

interface RequestContexts {
  get?(): { waitUntil?(work: Promise<unknown>): void } | undefined
}

/** Creates the function. Work after the response is passed to the platform, which stops the process otherwise. */
export async function createVercelFunction(app: BuiltApp): Promise<VercelFunction> {
  const { server, fetch } = await createAppHandler(app)
  waitOnPlatform((work) => {
    const contexts = Reflect.get(globalThis, REQUEST_CONTEXT) as RequestContexts | undefined
    contexts?.get?.()?.waitUntil?.(work)
  })
  return {
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith(SCHEDULES_PREFIX))
        return runSchedule(server, request, pathname.slice(SCHEDULES_PREFIX.length))
      return fetch(setAddress(request, request.headers.get(ADDRESS_HEADER) ?? undefined))
    },
  }
}

/**
 * Responds when the run has ended. Only Vercel knows the secret.
 * https://vercel.com/docs/cron-jobs/manage-cron-jobs#securing-cron-jobs
 */
async function runSchedule(server: FwServer, request: Request, path: string): Promise<Response> {
  const secret = process.env.CRON_SECRET ?? ''
  if (secret === '') {
    server.log.error('A schedule was requested, and CRON_SECRET is not set. Set it in the environment of the project.')
    return respond(503, 'CRON_SECRET is not set.')
  }
  const given = request.headers.get('authorization') ?? ''
  if (!timingSafeEqual(sha256(given), sha256(`Bearer ${secret}`))) return respond(401, 'Unauthorized.')
  try {
    const ran = await server.runScheduledTime(decodeURIComponent(path), Date.now())
    return respond(200, ran ? 'The schedule ran.' : 'This time ran already, or the last run has not finished.')
  } catch (err) {
    server.log.error(`The schedule "${path}" could not run.`, { err })
    return respond(500, 'The schedule could not run.')
  }
}

function respond(status: number, text: string): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(`${text}\n`, { status, headers })
}

/** Digests have the same length, which `timingSafeEqual` requires. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
