/** Who asks: what a cookie says, and whether it is an agent. */
export default function ctx(req: Request) {
  return { who: req.headers.get('cookie') ?? 'nobody', origin: req.headers.get('x-fw-origin') ?? 'human' }
}
