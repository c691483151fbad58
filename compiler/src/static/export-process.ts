/** The child process of `exportPages`: loads the built app and writes its pages. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exportSite } from './export-site.ts'
import { type CreateApp, openStaticApp } from './render-app.ts'
import type { ExportRequest } from './report.ts'
import { createPositionReader } from './source-position.ts'

process.once('message', async (request: ExportRequest) => {
  const file = join(request.root, 'dist/server/index.js')
  const { createApp } = (await import(pathToFileURL(file).href)) as { createApp: CreateApp } // written by our own build
  const app = openStaticApp(createApp)
  process.send?.(await exportSite(app, request, createPositionReader(request.root)))
})
