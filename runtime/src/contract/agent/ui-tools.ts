/**
 * The tools that every page offers to an agent, beside the intents of its components. They run in the browser
 * (`browser/agent/ui-tools.ts`); the agent's turn passes their descriptions to the model.
 */
import type { ManifestTool } from '../api.ts'
import type { PageToolDefinition } from '../page/intent.ts'
import { pageToolEntry } from '../page/page-call.ts'
import { bool, int, schema, str } from '../schema/schema.ts'

const ref = () => str().describe('Reference from ui_read_page, such as e12.')

export const UI_TOOLS = {
  ui_read_page: {
    description:
      'Reads the page as an outline of its visible content. Elements that can be clicked or filled have a reference in brackets.',
    input: schema({ ref: ref().optional() }),
  },
  ui_get_view_context: {
    description: 'Returns the view of the user: URL, title, visible content, focus, selection, components and stores.',
    input: schema({}),
  },
  ui_click: {
    description: 'Clicks an element of the page, then waits until the page has settled.',
    input: schema({ ref: ref() }),
  },
  ui_fill: {
    description:
      'Fills a field: `value` for text, numbers, dates and selections (the value or the text of an option), `checked` for checkboxes.',
    input: schema({ ref: ref(), value: str().optional(), checked: bool().optional() }),
  },
  ui_navigate: {
    description: 'Opens another page of this app.',
    input: schema({ url: str().describe('A URL of this app, such as /cart.') }),
  },
  ui_wait_settled: {
    description: 'Waits until the page is idle: no running call, no navigation, no component that is starting.',
    input: schema({
      scope: str().optional().describe('Id of a component. Default: the whole page.'),
      timeoutMs: int().min(0).max(60_000).default(10_000),
    }),
  },
} as const satisfies Readonly<Record<string, PageToolDefinition>>

export type UiToolName = keyof typeof UI_TOOLS

/** Returns the tools as manifest entries. */
export function listUiTools(): readonly ManifestTool[] {
  return Object.entries(UI_TOOLS).map(([name, definition]) => pageToolEntry(name, definition, undefined))
}
