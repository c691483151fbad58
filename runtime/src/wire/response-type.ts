/** Repairs the content type of a `Response` that is made of a string, on runtimes that leave it out. */

/**
 * Gives a `Response` of a string the content type of the Fetch standard ("extract a body", `text/plain;charset=UTF-8`) on
 * Bun, which leaves it out of the headers and sends `application/octet-stream` once the body was read as a stream. Does
 * nothing on other runtimes, and nothing where Bun does it. Remove when Bun's headers have it.
 */
export function repairResponseType(): void {
  // To name `Response` on Node would load all of `fetch`.
  if (!('Bun' in globalThis) || new Response('').headers.has('content-type')) return
  globalThis.Response = new Proxy(Response, {
    construct(native, args: ConstructorParameters<typeof Response>, target) {
      const response = Reflect.construct(native, args, target) as Response
      if (typeof args[0] === 'string' && !response.headers.has('content-type'))
        response.headers.set('content-type', 'text/plain;charset=UTF-8')
      return response
    },
  })
}
