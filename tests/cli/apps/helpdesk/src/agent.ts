import { defineAgent } from '@fw/runtime/agent'

export default defineAgent({
  mcp: [
    { url: process.env.DOCS_URL ?? '', name: 'docs', token: 'do-not-print-2', allowPrivate: true, exclude: ['delete'] },
    { url: process.env.AWAY_URL ?? '', name: 'away', allowPrivate: true },
  ],
})
