/**
 * The tools that every page has for an agent, beside the intents of what it mounts (decisions: Agent, "Page tools"). They run
 * in the browser (`browser/ui-tools.ts`); the agent's turn tells the model of them.
 */
import type { ManifestTool } from './api.ts'
import type { PageToolDefinition } from './intent.ts'
import { pageToolEntry } from './page-call.ts'
import { bool, int, schema, str } from './schema.ts'

const ref = () => str().describe('As ui_read_page writes it: e12.')

export const UI_TOOLS = {
  ui_read_page: {
    description:
      'Reads the page as an outline of what a person perceives. What can be clicked or filled has a reference in brackets.',
    input: schema({ ref: ref().optional() }),
  },
  ui_get_view_context: {
    description: 'Tells where the person is: address, title, what is in view, focus, selection, components and stores.',
    input: schema({}),
  },
  ui_click: {
    description: 'Clicks an element of the page, then waits until the page has settled.',
    input: schema({ ref: ref() }),
  },
  ui_fill: {
    description:
      'Fills a field: `value` for texts, numbers, dates and choices (the value or the text of an option), `checked` for boxes.',
    input: schema({ ref: ref(), value: str().optional(), checked: bool().optional() }),
  },
  ui_navigate: {
    description: 'Goes to another page of this app.',
    input: schema({ url: str().describe('An address of this app, as /cart.') }),
  },
  ui_wait_settled: {
    description: 'Waits until nothing is under way: no call, no navigation, no component that is starting.',
    input: schema({
      scope: str().optional().describe('Id of a component; else the whole page.'),
      timeoutMs: int().min(0).max(60_000).default(10_000),
    }),
  },
} as const satisfies Readonly<Record<string, PageToolDefinition>>

export type UiToolName = keyof typeof UI_TOOLS

/** As a manifest lists them. */
export function listUiTools(): readonly ManifestTool[] {
  return Object.entries(UI_TOOLS).map(([name, definition]) => pageToolEntry(name, definition, undefined))
}
