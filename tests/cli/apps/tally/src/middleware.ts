import { appendFileSync } from 'node:fs'

/** Writes down what comes in. */
export default function middleware(req: Request): undefined {
  appendFileSync('requests.log', `${req.method} ${new URL(req.url).pathname} ${req.headers.get('x-fw-origin')}\n`)
}
