/**
 * A Worker for tests: what Cloudflare does in front of a Worker. It serves the static files with their `_headers`, and sets the
 * address of the caller. https://developers.cloudflare.com/workers/static-assets/headers/
 */
const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  png: 'image/png',
  woff2: 'font/woff2',
}

export default {
  async fetch(request, env) {
    const url = new URL(request.url)
    // As cron triggers call it.
    if (url.pathname === '/scheduled')
      return Response.json(await env.APP.scheduled({ scheduledTime: new Date(Number(url.searchParams.get('time'))) }))
    if (request.method === 'GET' || request.method === 'HEAD') {
      const file = await env.FILES.fetch(`http://files${url.pathname}`)
      // A folder is a list of names, in JSON.
      if (file.ok && !url.pathname.endsWith('/') && file.headers.get('content-type') !== 'application/json')
        return serveFile(request, file, url.pathname, await readRules(env))
    }
    const headers = new Headers(request.headers)
    headers.set('cf-connecting-ip', env.SENDER)
    headers.set('host', env.HOST)
    const own = new Request(`https://${env.HOST}${url.pathname}${url.search}`, request)
    const app = headers.get('x-isolate') === 'other' ? env.OTHER : env.APP
    return app.fetch(new Request(own, { headers, redirect: 'manual' }))
  },
}

function serveFile(request, file, path, all) {
  const headers = new Headers({ 'cache-control': 'public, max-age=0, must-revalidate' })
  headers.set('content-type', TYPES[path.split('.').at(-1)] ?? 'application/octet-stream')
  for (const { pattern, lines } of all)
    if (pattern.test(path))
      for (const line of lines) {
        const [name, value = ''] = line.split(/:\s*(.*)/s)
        if (line.startsWith('!')) headers.delete(line.slice(1).trim())
        else headers.append(name, value)
      }
  return new Response(request.method === 'HEAD' ? null : file.body, { headers })
}

async function readRules(env) {
  const text = await (await env.FILES.fetch('http://files/_headers')).text()
  const found = []
  for (const line of text.split('\n').filter(Boolean)) {
    if (line.startsWith(' ')) found.at(-1).lines.push(line.trim())
    else
      found.push({
        pattern: new RegExp(`^${line.replace(/[.+?^$(){}|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`),
        lines: [],
      })
  }
  return found
}
