/** The scripts that an app loads. */
import { oncePerApp } from '../analyzed-app.ts'
import { CHANNELS_DIR, channelFiles } from '../channel-files.ts'
import { followImports, isScript } from './source-files.ts'

/**
 * Returns routes, api modules, convention files and channels, and the app's own modules that they import, in order. Paths are
 * relative to the root.
 */
export const listLoadedModules = oncePerApp(({ reader, outline, resolveImport }): readonly string[] => {
  const { root } = reader
  const { routes, routesDir, apiFiles, conventions } = outline
  const channels = channelFiles(`${root}/${CHANNELS_DIR}`).map((file) => file.slice(root.length + 1))
  const modules = [
    ...[...routes.routes, ...routes.http].map(({ filePath }) => `${routesDir}/${filePath}`),
    ...apiFiles.collected.map(({ file }) => file),
    ...Object.values(conventions.files).filter((file): file is string => file !== undefined),
    ...channels,
  ]
  const reached = followImports(reader, { modules: modules.filter(isScript), resolveImport })
  return [...reached].filter(isScript).sort()
})
