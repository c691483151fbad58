/** Keeps a part of the app closed. */
export default function middleware(req: Request): Response | undefined {
  return new URL(req.url).pathname === '/closed' ? new Response('Closed by the middleware', { status: 403 }) : undefined
}
