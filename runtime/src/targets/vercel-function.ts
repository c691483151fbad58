/**
 * The app as a function on Vercel's runtime for Node: an object with `fetch`.
 * https://vercel.com/docs/functions/runtimes/node-js
 */
import { waitOnPlatform } from '../contract/wait-until.ts'
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
  const { fetch } = await createAppHandler(app)
  const platform: { readonly [REQUEST_CONTEXT]?: RequestContexts } = globalThis
  waitOnPlatform((work) => platform[REQUEST_CONTEXT]?.get?.()?.waitUntil?.(work))
  return { fetch: (request) => fetch(setAddress(request, request.headers.get(ADDRESS_HEADER) ?? undefined)) }
}
