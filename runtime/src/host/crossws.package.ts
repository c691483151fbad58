/** The part of crossws that the server uses. A build bundles it once per version, so it may import nothing else. */
export { _nodeAdapter } from 'crossws/adapters/node'
