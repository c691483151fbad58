/** The child process of `exportPages`: loads the built app and writes its pages. */
import { pathToFileURL } from 'node:url'
import { join } from '#slash-path.ts'
import { exportSite } from './export-site.ts'
import { type CreateApp, openStaticApp } from './render-app.ts'
import { createPositionReader } from './source-position.ts'
import type { ExportRequest, LoadError } from './static-report.ts'

process.once('message', async (request: ExportRequest) => {
  const file = join(request.root, 'dist/server/index.js')
  const bundle = await importBundle(file)
  if ('loadError' in bundle) return process.send?.(bundle)
  const app = openStaticApp(bundle.createApp)
  return process.send?.(await exportSite(app, request, createPositionReader(request.root)))
})

async function importBundle(file: string): Promise<{ readonly createApp: CreateApp } | LoadError> {
  try {
    return (await import(pathToFileURL(file).href)) as { createApp: CreateApp } // written by our own build
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { name, message, stack } = error
    return { loadError: { name, message, stack } }
  }
}
