/** Initial state of stores, loaded on pages whose islands share stores, also for islands that start after a change. */
import { NONCE_SCRIPT } from '#contract/page/nonce.ts'
import { type LiveStore, liveStores, storeSeeds } from '#solid/stores/live-stores.ts'

interface Seeds {
  readonly j?: Readonly<Record<string, object>>
  readonly x?: Readonly<Record<string, string>>
}

const read = new WeakMap<Element, Promise<void>>()

/** Reads the initial state of the page's stores. Late parts of the page add more. */
export async function readStoreSeeds(): Promise<void> {
  const own = document.querySelector<HTMLElement>(NONCE_SCRIPT)?.nonce
  const scripts = [...document.querySelectorAll<HTMLElement>('script[id^=fw-stores]')]
  await Promise.all(
    scripts.map((script) => {
      // Under a content security policy, markup that was injected into the page doesn't have the nonce.
      if (own && script.nonce !== own) return undefined
      const reading = read.get(script) ?? readSeeds(script)
      read.set(script, reading)
      return reading
    }),
  )
}

async function readSeeds(script: Element): Promise<void> {
  const { j = {}, x } = JSON.parse(script.textContent ?? '') as Seeds // the server wrote it
  for (const [alias, value] of Object.entries(j)) storeSeeds.set(alias, value)
  if (x === undefined) return
  const { decodeRichProps } = await import('#wire/rich-props.ts')
  for (const [alias, text] of Object.entries(x)) storeSeeds.set(alias, decodeRichProps(text))
}

/** Loads the code that `mountWithStores` needs. Returns `undefined` if it is loaded already: `mountWithStores` can be called immediately. */
export function prepareStores(aliases: readonly string[]): Promise<unknown> | undefined {
  const loading = findStores(aliases).flatMap((store) => store.prepare() ?? [])
  return loading.length > 0 ? Promise.all(loading) : undefined
}

/**
 * Mounts an island whose HTML shows these stores, with the state that the server rendered, even if it has changed
 * since.
 */
export function mountWithStores(aliases: readonly string[], mount: () => void): void {
  findStores(aliases).reduce((inner, store) => () => store.hydrate(inner), mount)()
}

function findStores(aliases: readonly string[]): readonly LiveStore[] {
  return aliases.flatMap((alias) => liveStores.get(alias) ?? [])
}
