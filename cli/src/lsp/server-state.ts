/** Data that the handlers of one connection share. */
import type * as editor from '@fw/compiler/editor'
import type { ClientCapabilities } from 'vscode-languageserver'
import type { OpenDocuments } from './open-documents.ts'

export interface ServerState {
  readonly editor: typeof editor
  readonly workspace: editor.Workspace
  readonly documents: OpenDocuments
  /** Features that the editor supports; empty before it has declared them. */
  capabilities: ClientCapabilities
  /** Paths of the folders of the workspace. */
  readonly folders: Set<string>
}
