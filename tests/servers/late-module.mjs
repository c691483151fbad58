/** A module that `late-modules-app.mjs` imports during a request. Its top level makes calls, before and after waiting, and adds a listener. */
import { api } from '@fw/runtime'
import { attachContracts } from '@fw/runtime/compiled'

await globalThis.probe({ from: 'top level' })
await globalThis.probe({ from: 'after await' })
// The event is fired after the import.
globalThis.heard = new Promise((resolve) => {
  AbortSignal.timeout(50).addEventListener('abort', () => globalThis.probe({ from: 'listener' }).then(resolve))
})

/** Greets. */
export const hello = api({ description: 'Greets.', run: () => 'hello' })
attachContracts('late', { hello }, {})
export default () => '<p>late</p>'
