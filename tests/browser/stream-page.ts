/** Streams a page with Solid's own renderer: islands are live while sections of the page are still on their way. */
import type { ServerResponse } from 'node:http'
import { renderToStream } from 'solid-js/web'
import type { IslandModules } from '../../runtime/src/contract/asset.ts'
import { htmlDocument } from '../../runtime/src/page/document.ts'
import { ISLAND_MARKUP } from '../../runtime/src/page/island-markup.ts'
import { createPass, SOLID_DATA_BOOTSTRAP } from '../../runtime/src/solid/render-page.ts'
import { scriptJson } from '../../runtime/src/wire/html.ts'

interface StreamOptions {
  readonly islandModules: IslandModules
  readonly runtimeUrl: string
  readonly nonce: string
}

export function streamPage(page: () => unknown, options: StreamOptions, response: ServerResponse): void {
  const { islandModules: modules, runtimeUrl, nonce } = options
  const map = { m: modules.modules, n: modules.names, h: modules.hydrate }
  const [start = '', end = ''] = htmlDocument({
    html: '\n',
    headEnd: `<script nonce="${nonce}">${SOLID_DATA_BOOTSTRAP}</script><script type="module" async nonce="${nonce}" src="${runtimeUrl}"></script>`,
  }).split('\n')
  const onIslandError = (error: unknown) => response.destroy(error as Error)
  const pass = createPass(page, { markup: ISLAND_MARKUP, onIslandError })
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.write(start)
  renderToStream(pass.code, {
    nonce,
    onCompleteShell({ write }) {
      write(`<script type="application/json" id="fw-islands">${scriptJson(map)}</script>`)
    },
  }).pipe({ write: (text: string) => response.write(text), end: () => response.end(end) } as never) // Solid types half of it
}
