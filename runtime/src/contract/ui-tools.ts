/** The tools that every page has for an agent, beside the intents of what it mounts (decisions: Agent, "Page tools"). */
import type { ManifestTool } from './api.ts'
import type { JsonSchema } from './json-schema.ts'

function object(properties: Readonly<Record<string, JsonSchema>>, required: string[] = []): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false }
}

const REF: JsonSchema = { type: 'string', description: 'The ref of the element, as ui_read_page gave it.' }

function tool(name: string, description: string, input: JsonSchema, readonly = false): ManifestTool {
  return { name, description, guard: 'auto', input, ...(readonly && { readonly }), where: 'page' }
}

/** They run in the browser: the server only describes them. */
export const UI_TOOLS: readonly ManifestTool[] = [
  tool(
    'ui_navigate',
    'Goes to another page of this app, as if its link had been followed.',
    object({ path: { type: 'string', description: 'Path of the page, as /orders/5.' } }, ['path']),
  ),
  tool('ui_get_view_context', 'Says which page is open, its title, and what is selected or focused.', object({}), true),
  tool(
    'ui_read_page',
    'Reads the open page as an outline of its headings, texts, links, buttons and fields, with a ref for each that can be used.',
    object({}),
    true,
  ),
  tool('ui_click', 'Clicks a link, a button or another element of the open page.', object({ ref: REF }, ['ref'])),
  tool(
    'ui_fill',
    'Writes a value into a field of the open page, in place of what it holds.',
    object({ ref: REF, value: { type: 'string' } }, ['ref', 'value']),
  ),
  tool('ui_wait_settled', 'Waits until the open page has finished what it is doing.', object({}), true),
]
