/** Reads the manifest as an anonymous agent gets it: over the app's own HTTP boundary, with its own `ctxFor`. */
import { type ErrorEnvelope, MANIFEST_PATH, type Manifest, ORIGIN_HEADER } from '@fw/runtime/contract'
import type { FwServer } from '@fw/runtime/server'

/** Placeholder origin of in-process requests. No server listens there. */
export const IN_PROCESS_ORIGIN = 'http://localhost'

/** Returns the manifest of a path, or the app's error response. */
export async function readAppManifest(server: FwServer, path: string): Promise<Manifest | ErrorEnvelope> {
  const url = new URL(MANIFEST_PATH, IN_PROCESS_ORIGIN)
  url.searchParams.set('path', path)
  const response = await server.fetchInProcess(new Request(url, { headers: { [ORIGIN_HEADER]: 'agent' } }))
  return (await response.json()) as Manifest | ErrorEnvelope // the two responses of this endpoint
}
