/** The manifest as an agent without identity sees it: over the app's own HTTP boundary, with the app's own `ctxFor`. */
import { type ErrorEnvelope, MANIFEST_PATH, type Manifest, ORIGIN_HEADER } from '@fw/runtime/contract'
import type { FwServer } from '@fw/runtime/server'

/** Where in-process requests seem to go; nothing listens there. */
export const IN_PROCESS_ORIGIN = 'http://localhost'

/** The manifest of a path, or the app's refusal to make one. */
export async function readManifest(server: FwServer, path: string): Promise<Manifest | ErrorEnvelope> {
  const url = new URL(MANIFEST_PATH, IN_PROCESS_ORIGIN)
  url.searchParams.set('path', path)
  const response = await server.fetchInProcess(new Request(url, { headers: { [ORIGIN_HEADER]: 'agent' } }))
  return (await response.json()) as Manifest | ErrorEnvelope // our own server's two answers
}
