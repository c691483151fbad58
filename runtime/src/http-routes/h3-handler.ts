/** The only importer of h3: runs the handlers of endpoint modules. */
import { type EventHandler, H3, H3Event, type H3EventContext, toEventHandler, toResponse } from 'h3'
import { waitUntil } from '#contract/wait-until.ts'
import type { HttpModule } from './http-module.ts'

/** What a handler has led to: a response, or a value that the app has thrown and that isn't an error of h3. */
type HandlerOutcome = { readonly response: Response } | { readonly thrown: unknown }

export type HandlerContext = H3EventContext

/** Runs the handler for the method of a request, which must exist. */
export type RunHandler = (request: Request, context: HandlerContext) => Promise<HandlerOutcome>

/** Creates the function that runs the handlers of a module, in the way of an app of h3. */
export function createH3Handler({ methods, all }: Pick<HttpModule, 'methods' | 'all'>): RunHandler {
  const thrown = new WeakMap<H3Event, { readonly value: unknown }>()
  const app = new H3({
    silent: true,
    onError(error, event) {
      // h3 wraps every other value. It is the app's, and the framework responds to it.
      if (error.unhandled === true) thrown.set(event, { value: error.cause ?? error })
    },
  })
  const fallback = all === undefined ? undefined : toHandler(all)
  const handlers = new Map([...(methods ?? [])].map(([method, handler]) => [method, toHandler(handler)]))
  return async (request, context) => {
    const event = Object.assign(new H3Event(request, context, app), { waitUntil })
    const handler = handlers.get(request.method) ?? fallback
    // In a promise, so that h3 also receives what the handler throws before its first await.
    const result = Promise.resolve(event).then(handler)
    const response = await toResponse(result, event, app.config)
    const failure = thrown.get(event)
    return failure === undefined ? { response } : { thrown: failure.value }
  }
}

function toHandler(value: unknown): EventHandler {
  const handler = toEventHandler(value as Parameters<typeof toEventHandler>[0])
  if (handler === undefined)
    throw new TypeError('A handler of an endpoint must be a function, an app of h3 or an object with fetch.')
  return handler
}
