/**
 * Row H: the page of row B, rendered for each request and cached for all, compared with the same bytes prepared once by
 * hand.
 */
import { bareSolid, buildPageApp, PAGE_HEADERS, PAGE_SERVER } from './page-row.ts'
import type { BenchOptions, Log, Result } from './result.ts'
import { type LoadedServer, measureLoad, withServers } from './rig/server-load.ts'
import { OWN_NODE, runOn } from './runtimes.ts'

export function measureCache(options: BenchOptions, log: Log): Promise<readonly Result[]> {
  buildPageApp()
  const commands = [bareSolid('text'), PAGE_SERVER].flatMap((command) => runOn([OWN_NODE], command))
  return withServers(commands, async ([text, app]) => {
    if (text === undefined || app === undefined) throw new Error('Both servers run.')
    const cached = { ...app, name: 'fw, cached', path: '/kept' }
    await expectPage(text, null)
    await expectPage(app, null)
    await expectPage(cached, 'HIT')
    const request = { row: 'cache', path: '/', headers: PAGE_HEADERS }
    return measureLoad(request, [text, { ...app, name: 'fw, rendered' }, cached], options, log)
  })
}

/** Checks that the page is correct and has the expected `x-fw-cache` before its speed is measured. */
async function expectPage({ server, path = '/' }: LoadedServer, state: string | null): Promise<void> {
  const request = () => fetch(server.url + path, { headers: PAGE_HEADERS })
  await (await request()).arrayBuffer()
  const response = await request()
  const rows = (await response.text()).split('</tr>').length - 1
  const cache = response.headers.get('x-fw-cache')
  if (rows !== 100 || cache !== state) throw new Error(`${server.name}: ${path} has ${rows} rows, x-fw-cache ${cache}.`)
}
