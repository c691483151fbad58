/** The platforms that a build is for. */

/**
 * Platform of a build. `bun` and `node`: one bundle for both, served by `fw start`. `cloudflare`: a Worker, with its data in
 * durable objects. `deno`: a server on Deno. `h3`: a server on h3, and a web handler for other hosts. `lambda`, `netlify` and
 * `vercel`: a function on AWS Lambda, Netlify or Vercel. `static`: files without a server.
 */
export type Platform = 'bun' | 'cloudflare' | 'deno' | 'h3' | 'lambda' | 'netlify' | 'node' | 'static' | 'vercel'

/** All platforms, in the order in which they are listed. */
export const PLATFORMS: readonly Platform[] = [
  'node',
  'bun',
  'deno',
  'cloudflare',
  'vercel',
  'netlify',
  'lambda',
  'h3',
  'static',
]
