/** The project's files that a file loads on the server, as Vite resolves their imports. */
import type { EnvironmentModuleNode, ViteDevServer } from 'vite'
import { findProjectName } from '#analyze/modules/workspace-files.ts'
import { type AppPaths, getApiModule } from '#build/app-paths.ts'

/** Returns `file` and all files that it imports, directly and indirectly, without the imports of api modules. Relative to the root. */
export async function listLoadedFiles(
  file: string,
  paths: AppPaths,
  { environments: { ssr } }: Pick<ViteDevServer, 'environments'>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const visit = async (url: string): Promise<void> => {
    // A file that doesn't compile has no known imports.
    await ssr?.transformRequest(url).catch(() => null)
    const module = await ssr?.moduleGraph.getModuleByUrl(url)
    await Promise.all([...(module?.importedModules ?? [])].map(follow))
  }
  const follow = async ({ file: path, url }: EnvironmentModuleNode): Promise<void> => {
    const name = path === null || url.includes('?') ? undefined : findProjectName(paths.root, path)
    if (name === undefined || path === null || found.has(name)) return
    found.add(name)
    if (/\.[cm]?[jt]sx?$/.test(name) && getApiModule(paths, path) === undefined) await visit(url)
  }
  found.add(file)
  await visit(`/${file}`)
  return found
}
