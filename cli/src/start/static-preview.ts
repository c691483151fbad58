/** Serves a static build locally, to preview it before deployment. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Listening, ServeOptions } from '@fw/runtime/host'

/** Serves only the files of `publicDir`. Other paths get its `404.html`. */
export async function serveStaticSite(
  options: ServeOptions & { readonly publicDir: string; readonly port: number },
): Promise<Listening> {
  const { createFwServer } = await import('@fw/runtime/server')
  const { serve } = await import('@fw/runtime/host')
  const notFound = readNotFound(options.publicDir)
  const server = createFwServer({ production: true, data: 'memory', middleware: () => notFound() })
  return serve(server, { ...options, publicPages: true })
}

function readNotFound(folder: string): () => Response {
  let html: string | undefined
  try {
    html = readFileSync(join(folder, '404.html'), 'utf8')
  } catch {
    html = undefined // an app without _404 has no such file
  }
  const type = html === undefined ? 'text/plain' : 'text/html'
  return () => new Response(html ?? 'Not found', { status: 404, headers: { 'content-type': `${type}; charset=utf-8` } })
}
