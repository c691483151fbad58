#!/usr/bin/env node
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { alertsOf, dismiss } from './alerts.js'
import { forecastFor } from './forecast.js'
import { formatAlert } from './format.js'
import { findPlace } from './places.js'

const server = new McpServer({
  name: 'weather',
  version: '1.0.0',
})

server.registerTool(
  'get-forecast',
  {
    title: 'Forecast',
    description: 'Get the weather forecast of a place.',
    inputSchema: {
      place: z.string().min(1).describe('The name of a city.'),
      days: z.number().int().min(1).max(10).describe('How many days.'),
    },
    annotations: { readOnlyHint: true },
  },
  async ({ place, days }) => {
    const found = findPlace(place)
    if (!found) {
      return { content: [{ type: 'text', text: `There is no place ${place}.` }] }
    }
    return { content: [{ type: 'text', text: JSON.stringify(await forecastFor(found, days)) }] }
  },
)

server.tool(
  'get-alerts',
  'Get the weather alerts of a state.',
  {
    state: z.string().length(2).describe('Two letters, as in NY.'),
  },
  async ({ state }) => {
    const alerts = alertsOf(state.toUpperCase())
    return { content: [{ type: 'text', text: alerts.map(formatAlert).join('\n') }] }
  },
)

server.registerTool(
  'dismiss-alert',
  {
    description: 'Take an alert off the list.',
    inputSchema: { id: z.string() },
    annotations: { destructiveHint: true },
  },
  async ({ id }) => ({ content: [], structuredContent: { dismissed: dismiss(id) } }),
)

const transport = new StdioServerTransport()
await server.connect(transport)
