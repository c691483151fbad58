/**
 * The app as a function on Netlify.
 * https://docs.netlify.com/build/functions/api/
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { untilIdle, waitOnPlatform } from '../contract/wait-until.ts'
import { type BuiltApp, createAppHandler, setAddress } from './app-handler.ts'

/** The second argument of a function. */
interface NetlifyContext {
  /** Address of the client, which Netlify measures. Headers of the client don't change it. */
  readonly ip?: string
  /** Continues the work after the response. */
  waitUntil?(work: Promise<unknown>): void
}

/** The default export of a function. Never rejects. */
type NetlifyFunction = (request: Request, context: NetlifyContext) => Promise<Response>

/** Creates the function. Work after the response is passed to the platform, which stops the process otherwise. */
export async function createNetlifyFunction(app: BuiltApp): Promise<NetlifyFunction> {
  const { fetch } = await createAppHandler(app)
  // An instance may handle several requests at the same time.
  const contexts = new AsyncLocalStorage<NetlifyContext>()
  waitOnPlatform((work) => contexts.getStore()?.waitUntil?.(work))
  return (request, context) => contexts.run(context, () => fetch(setAddress(request, context.ip)))
}

/**
 * Creates the function of a schedule, which Netlify invokes at its times. Rejects if the data store fails, so that Netlify reports
 * a failed invocation. No URL leads to it.
 * https://docs.netlify.com/build/functions/scheduled-functions/
 */
export async function createNetlifySchedule(app: BuiltApp, name: string): Promise<() => Promise<Response>> {
  const { server } = await createAppHandler(app)
  return async () => {
    await server.runScheduledTime(name, Date.now())
    // Work that the run has announced ends with the invocation otherwise.
    await untilIdle()
    return new Response(null, { status: 204 })
  }
}
