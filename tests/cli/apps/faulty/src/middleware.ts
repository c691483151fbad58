/** The one path breaks before it is looked for; the other leaves a promise behind that nobody waits for. */
export default function middleware(request: Request): Response | undefined {
  const { pathname } = new URL(request.url)
  if (pathname === '/middle') throw new Error('the middleware threw')
  if (pathname === '/stray') {
    setTimeout(() => {
      throw new Error('a timer threw')
    }, 1)
    return new Response('gone')
  }
  return undefined
}
