/** The content of the view "Tools", without VS Code. */

/** A position in a file, as in the protocol. */
interface ToolLocation {
  readonly uri: string
  readonly range: {
    readonly start: { readonly line: number; readonly character: number }
    readonly end: { readonly line: number; readonly character: number }
  }
}

/** Response of the request `fw/tools`: one entry for each app. */
export interface AppTools {
  readonly uri: string
  readonly name: string
  readonly tools: readonly {
    readonly tool: string
    readonly kind: 'api' | 'intent' | 'action'
    readonly guard?: string
    readonly scopes?: readonly string[]
    readonly description?: string
    readonly location: ToolLocation
  }[]
}

export interface ToolItem {
  readonly label: string
  /** Text beside the label. */
  readonly detail: string
  /** Name of a product icon. */
  readonly icon: string
  readonly tooltip: string
  readonly location?: ToolLocation
  readonly children: readonly ToolItem[]
}

const ICONS = { api: 'symbol-function', intent: 'symbol-event', action: 'symbol-method' } as const

/** Returns the items of the view: apps, if there are several, then modules and components, then their tools. */
export function listToolItems(apps: readonly AppTools[]): readonly ToolItem[] {
  const [only] = apps
  if (apps.length === 1 && only !== undefined) return listOwners(only)
  return apps.map((app) => ({
    label: app.name,
    detail: `${app.tools.length} tools`,
    icon: 'package',
    tooltip: app.uri,
    children: listOwners(app),
  }))
}

function listOwners({ tools }: AppTools): readonly ToolItem[] {
  const owners = new Map<string, ToolItem[]>()
  for (const { tool, kind, guard, scopes = [], description = '', location } of tools) {
    const cut = tool.lastIndexOf('.')
    const owner = tool.slice(0, cut)
    const detail = [...(guard === undefined || guard === 'auto' ? [] : [guard]), ...scopes].join(', ')
    const item = { label: tool.slice(cut + 1), detail, icon: ICONS[kind], tooltip: description, location, children: [] }
    owners.set(owner, [...(owners.get(owner) ?? []), item])
  }
  return [...owners].map(([label, children]) => ({ label, detail: '', icon: 'symbol-module', tooltip: '', children }))
}
