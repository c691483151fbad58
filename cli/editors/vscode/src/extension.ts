/** The extension for VS Code: starts the app's own `fw lsp`, and lists the tools of the apps. */
import * as vscode from 'vscode'
import { LanguageClient, TransportKind } from 'vscode-languageclient/node'
import { findServer } from './find-server.ts'
import { type AppTools, listToolItems, type ToolItem } from './tool-items.ts'

let client: LanguageClient | undefined

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const tools = new ToolsView()
  context.subscriptions.push(
    vscode.window.registerTreeDataProvider('fw.tools', tools),
    vscode.commands.registerCommand('fw.refreshTools', () => tools.refresh()),
    vscode.commands.registerCommand('fw.restart', async () => {
      await deactivate()
      await start(tools)
    }),
    vscode.workspace.onDidSaveTextDocument(() => tools.refresh()),
  )
  await start(tools)
}

export async function deactivate(): Promise<void> {
  const running = client
  client = undefined
  await running?.dispose()
}

async function start(tools: ToolsView): Promise<void> {
  const command = findServer(await listFolders())
  await vscode.commands.executeCommand('setContext', 'fw.isRunning', command !== undefined)
  if (command === undefined) return
  client = new LanguageClient(
    'fw',
    'fw',
    { module: command, args: ['lsp'], transport: TransportKind.stdio },
    {
      documentSelector: [
        { scheme: 'file', language: 'typescript' },
        { scheme: 'file', language: 'typescriptreact' },
        { scheme: 'file', pattern: '**/evals/*.eval.json' },
        { scheme: 'file', pattern: '**/src/skills/**/*.md' },
      ],
    },
  )
  await client.start()
  tools.refresh()
}

/** Returns the folders of the workspace, and the apps in them: the command may be installed only there. */
async function listFolders(): Promise<readonly string[]> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath)
  const configs = await vscode.workspace.findFiles('**/fw.config.{ts,js,mjs}', '**/node_modules/**', 20)
  return [...folders, ...configs.map((uri) => vscode.Uri.joinPath(uri, '..').fsPath)]
}

class ToolsView implements vscode.TreeDataProvider<ToolItem> {
  readonly #changed = new vscode.EventEmitter<undefined>()
  readonly onDidChangeTreeData: vscode.Event<undefined> = this.#changed.event

  refresh(): void {
    this.#changed.fire(undefined)
  }

  async getChildren(item?: ToolItem): Promise<ToolItem[]> {
    if (item !== undefined) return [...item.children]
    return client === undefined ? [] : [...listToolItems(await client.sendRequest<AppTools[]>('fw/tools', {}))]
  }

  getTreeItem({ label, detail, icon, tooltip, location, children }: ToolItem): vscode.TreeItem {
    const { Collapsed, None } = vscode.TreeItemCollapsibleState
    const item = new vscode.TreeItem(label, children.length > 0 ? Collapsed : None)
    item.description = detail
    item.tooltip = tooltip
    item.iconPath = new vscode.ThemeIcon(icon)
    if (location !== undefined) {
      const { start, end } = location.range
      const selection = new vscode.Range(start.line, start.character, end.line, end.character)
      item.command = {
        command: 'vscode.open',
        title: 'Open',
        arguments: [vscode.Uri.parse(location.uri), { selection }],
      }
    }
    return item
  }
}
