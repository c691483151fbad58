/** The paths of apis with an address of their own. */
import { isSafeAddress, parseApiAddress } from '@fw/runtime/contract'
import { createMatcher, decodeSegments } from '@fw/runtime/tooling'
import type { ApiModuleModel } from '#model.ts'
import { createTrustingMatchers } from '../pages/known-paths.ts'

/** Returns a test whether a link is that of an api which GET requests call. */
export function createApiTest(modules: readonly ApiModuleModel[]): (to: string) => boolean {
  const matchers = modules.flatMap(({ apis }) => apis).flatMap(({ http }) => (http ? createMatchers(http.address) : []))
  return (to) => {
    const segments = decodeSegments(new URL(to, 'http://localhost').pathname)
    return segments !== undefined && matchers.some((match) => match(segments) !== undefined)
  }
}

/** Returns none for an address that another rule reports. */
function createMatchers(address: string): ReturnType<typeof createMatcher>[] {
  try {
    const parsed = parseApiAddress(address)
    const { pattern, segments } = parsed
    // A matcher for each, because another rule reports collisions.
    return isSafeAddress(parsed) ? [createMatcher([{ pattern, segments }], createTrustingMatchers(segments))] : []
  } catch {
    return []
  }
}
