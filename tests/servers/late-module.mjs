/** A module that `late-modules-app.mjs` imports during a request. Its top level makes calls, before and after waiting. */
import { api } from '@fw/runtime'
import { attachContracts } from '@fw/runtime/compiled'

const early = globalThis.probe({ from: 'top level' })
await early
await globalThis.probe({ from: 'after await' })

/** Greets. */
export const hello = api({ description: 'Greets.', run: () => 'hello' })
attachContracts('late', { hello }, {})
export default () => '<p>late</p>'
