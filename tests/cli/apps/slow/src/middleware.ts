/** `/stream`: a line every few milliseconds, for `?lines=` of them or until the caller leaves. */
export default function middleware(request: Request): Response | undefined {
  const url = new URL(request.url)
  if (url.pathname !== '/stream') return undefined
  const lines = Number(url.searchParams.get('lines') ?? Number.POSITIVE_INFINITY)
  let sent = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => {
        controller.enqueue(new TextEncoder().encode(`line ${sent}\n`))
        sent += 1
        if (sent < lines) return
        clearInterval(timer)
        controller.close()
      }, 20)
    },
    cancel: () => clearInterval(timer),
  })
  return new Response(body, { headers: { 'content-type': 'text/plain' } })
}
