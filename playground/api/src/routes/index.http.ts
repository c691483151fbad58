/** The entry point of the API, with its paths. */
export const GET = () => ({
  name: 'Invoices',
  addresses: ['/v1/currencies', '/v1/invoices'],
  document: '/_fw/openapi.json',
  tools: '/_fw/mcp',
  health: '/_fw/health',
})
