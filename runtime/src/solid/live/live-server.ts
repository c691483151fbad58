/** `live()` on the server: a read that is rendered with the page. */
import { createResource } from 'solid-js'
import type { AnyApi } from '#contract/api.ts'
import type { LiveArguments, LiveRead } from './live-read.ts'
import { serverReads } from './server-reads.ts'

/**
 * Reads data that stays current in an island: `const cards = live(listCards, () => ({ board: props.board }))`. The read is
 * rendered on the server with the page, and made again after every change of its tags by any client.
 *
 * @param api A `readonly` API.
 * @param input Its input, or a function that returns it. Nothing is read while the function returns `undefined`.
 * @throws `TypeError` in the browser, for a function that isn't an API.
 */
export function live<Called extends AnyApi>(
  api: Called,
  ...input: LiveArguments<Called>
): LiveRead<Awaited<ReturnType<Called>>> {
  const [given] = input as readonly unknown[]
  const readInput = () => {
    const value: unknown = typeof given === 'function' ? given() : given
    return value === undefined && typeof given === 'function' ? undefined : { input: value }
  }
  const [resource] = createResource(readInput, ({ input }) => serverReads.read(api, input))
  const read = () => resource()?.value
  return Object.defineProperties(
    Object.assign(read, {
      refetch: async () => resource()?.value,
      call: (called: AnyApi, callInput?: unknown) => (called as (input?: unknown) => Promise<unknown>)(callInput),
    }),
    {
      latest: { get: () => resource.latest?.value },
      loading: { get: () => resource.loading },
      error: { get: (): unknown => resource.error },
      state: { get: () => resource.state },
    },
  ) as unknown as LiveRead<Awaited<ReturnType<Called>>> // the properties are defined here
}
