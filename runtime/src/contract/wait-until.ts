/** Work that continues after the response. Platforms that stop a process between requests wait for it. */

const running = new Set<Promise<unknown>>()
let platform: ((work: Promise<unknown>) => void) | undefined

/**
 * Announces work that continues after the response, such as a message to another service. A server that stops waits for it, and a
 * function platform keeps the process running until it ends. A rejection is the caller's to handle.
 *
 * @param work Settles when the work has ended. Its result isn't used.
 */
export function waitUntil(work: Promise<unknown>): void {
  const ended = work.then(forget, forget)
  function forget(): void {
    running.delete(ended)
  }
  running.add(ended)
  platform?.(ended)
}

/** Passes announced work to a platform that ends the work of a request with its response. */
export function waitOnPlatform(wait: (work: Promise<unknown>) => void): void {
  platform = wait
}

/** Resolves when all announced work has ended, including work that begins meanwhile. Never rejects. */
export async function untilIdle(): Promise<void> {
  while (running.size > 0) await Promise.all(running)
}
