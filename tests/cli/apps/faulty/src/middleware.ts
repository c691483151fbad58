/** `/middle` fails before the page is found; after `/stray` has responded, a timer throws. */
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
