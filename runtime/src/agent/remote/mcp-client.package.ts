/** The part of the MCP client that the server uses. A build bundles it once per version, so it may import nothing else. */
export {
  auth,
  Client,
  ClientCredentialsProvider,
  extractWWWAuthenticateParams,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
