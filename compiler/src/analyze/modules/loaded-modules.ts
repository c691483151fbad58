/** The modules that an app loads directly. */
import { oncePerApp } from '../analyzed-app.ts'
import { CHANNELS_DIR, channelFiles } from '../channel-files.ts'
import { isScript, type SourceRoots } from './source-files.ts'

/** Returns the modules, with the resolver of their imports. */
export const getLoadedModules = oncePerApp(
  ({ reader: { root }, outline, resolveImport }): Pick<SourceRoots, 'modules' | 'resolveImport'> => {
    const { routes, routesDir, apiFiles, conventions } = outline
    const channels = channelFiles(`${root}/${CHANNELS_DIR}`).map((file) => file.slice(root.length + 1))
    const modules = [
      ...routes.routes.map(({ filePath }) => `${routesDir}/${filePath}`),
      ...apiFiles.collected.map(({ file }) => file),
      ...Object.values(conventions.files).filter((file): file is string => file !== undefined),
      ...channels,
    ]
    return { modules: modules.filter(isScript), resolveImport }
  },
)
