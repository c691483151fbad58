// @file package.json
{ "name": "weather-mcp" }
// @file src/forecast.ts
export const forecast = async (city: string) => ({ city, celsius: 21 })
// @file src/weather-server.ts
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { forecast } from './forecast.js'

const server = new McpServer({ name: 'weather', version: '1.0.0' })

// Asked most often.
server.registerTool(
  'get-weather',
  {
    title: 'Weather',
    description: 'The weather of a city.',
    inputSchema: { city: z.string().min(1) },
    annotations: { readOnlyHint: true },
  },
  async ({ city }) => {
    const found = await forecast(city) // one call
    if (found.celsius > 50) return { content: [{ type: 'text', text: 'Too hot.' }] }
    return { content: [{ type: 'text', text: JSON.stringify(found, null, 2) }] }
  },
)

server.tool('ping', 'Whether it lives.', async () => ({ content: [{ type: 'text', text: 'pong' }] }))

server.registerTool(
  'forget',
  { description: 'Forget a city.', inputSchema: z.object({ city: z.string() }), annotations: { destructiveHint: true } },
  async (input) => {
    return { content: [], structuredContent: { forgotten: input.city } }
  },
)

const transport = new StdioServerTransport()
await server.connect(transport)
