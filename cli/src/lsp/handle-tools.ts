/** Handles `fw/tools`, the request of our extensions for the list of tools. */
import type { ToolEntry } from '@fw/compiler/editor'
import type { Location } from 'vscode-languageserver'
import { toUri } from './document-paths.ts'
import { findApps } from './find-apps.ts'
import type { ServerState } from './server-state.ts'

export const TOOLS_REQUEST = 'fw/tools'

/** An app of the workspace with its tools. */
interface AppTools {
  /** URI of the app's folder. */
  readonly uri: string
  readonly name: string
  readonly tools: readonly (Omit<ToolEntry, 'location'> & { readonly location: Location })[]
}

/** Returns the apps in the folders of the workspace. */
export function handleTools({ workspace, documents, editor, folders }: ServerState): readonly AppTools[] {
  return findApps([...folders], workspace.findRoot).map((root) => {
    const app = workspace.app(root)
    const tools = app === undefined ? [] : editor.listTools(app)
    return {
      uri: toUri(root),
      name: root.slice(root.lastIndexOf('/') + 1),
      tools: tools.map((tool) => ({ ...tool, location: documents.toLocation(tool.location) })),
    }
  })
}
