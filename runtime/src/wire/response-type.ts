/** Adds the content type of a `Response` with a string body on runtimes that omit it. */

/**
 * Sets the content type of a `Response` with a string body to the Fetch standard's ("extract a body",
 * `text/plain;charset=UTF-8`) on Bun, which omits it from the headers and sends `application/octet-stream` if the body was
 * read as a stream. Does nothing on other runtimes, or if Bun sets it. Remove when Bun's headers contain it.
 */
export function repairResponseType(): void {
  // On Node, a mere reference to `Response` would load all of `fetch`.
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
