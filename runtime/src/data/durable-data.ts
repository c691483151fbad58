/**
 * A data store in Cloudflare's durable objects. Each object is strongly consistent: it has one thread, and a call is one
 * transaction. Keys are distributed over several objects; all proposals are in one, because they are found by their id and by
 * their subject.
 */
import type { DataStore } from '#contract/config/data.ts'
import type { DurableNamespace } from './durable-api.ts'
import type { DurableStub } from './durable-object.ts'
import { DurableWatch } from './durable-watch.ts'
import { toKeyText, toMessage } from './lifetime.ts'
import { type AttemptOptions, createAttempt, createOperationStore, type RunOperation } from './operation-store.ts'

interface DurableStoreOptions extends AttemptOptions {
  /**
   * Whether messages arrive. A request of a Worker can't receive them: its connections end with it. Then other processes are
   * noticed by polls and by the versions of tags only. Default true.
   */
  readonly watches?: boolean
}

/** Never changed: a key would be in another object. */
const OBJECTS = 16
const PROPOSALS = 'proposals'

/** Opens the store in the objects of a namespace, whose class is `createDataObject`. */
export function openDurableData(
  namespace: DurableNamespace<DurableStub>,
  options: DurableStoreOptions = {},
): DataStore {
  const { now, watches = true } = options
  const ids = new Map<string, unknown>()
  const attempt = createAttempt('the durable objects', options)
  // A new stub for each call: a stub is broken after an error.
  // https://developers.cloudflare.com/durable-objects/best-practices/error-handling/
  const getStub = (object: string): DurableStub => {
    const id = ids.get(object) ?? namespace.idFromName(object)
    ids.set(object, id)
    return namespace.get(id)
  }
  const getChannelStub = (channel: string) => getStub(selectObject('channels', channel))
  const watch = new DurableWatch(getChannelStub, options)
  const run: RunOperation = (key, name, ...values) =>
    // The result has the type of the operation.
    attempt(() => getStub(key === undefined ? PROPOSALS : selectObject('keys', key)).run(name, values))

  return {
    ...createOperationStore(run, () => (now === undefined ? undefined : Math.floor(now()))),
    async publish(channel, text) {
      const [name, json] = [toKeyText(channel), JSON.stringify(toMessage(text))]
      await attempt(async () => getChannelStub(name).publish(name, json))
    },
    watch: (channel, onMessage, onGap) =>
      watches ? watch.add({ channel: toKeyText(channel), onMessage, onGap }) : Promise.resolve(async () => undefined),
    async close() {
      watch.close()
    },
  }
}

/** FNV-1a: the same object for the same key, on every machine. */
function selectObject(kind: string, key: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return `${kind}-${(hash >>> 0) % OBJECTS}`
}
