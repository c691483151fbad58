/** Data that the handlers of one connection share. */
import type * as editor from '@fw/compiler/editor'
import type { ClientCapabilities } from 'vscode-languageserver'
import type { OpenDocuments } from './open-documents.ts'

/** By file: all its hints, as JSON, when the editor last requested some of them. */
export type SentHints = Map<string, string>

export interface ServerState {
  readonly editor: typeof editor
  readonly workspace: editor.Workspace
  readonly documents: OpenDocuments
  /** Features that the editor supports; empty before it has declared them. */
  capabilities: ClientCapabilities
  readonly sentHints: SentHints
  /** Paths of the folders of the workspace. */
  readonly folders: Set<string>
}
