/** The declarations of `.fw/types`, through which the framework's types know the app's. */
import { registerTypes } from '../analyze/register-types.ts'
import type { AppModel } from '../model.ts'

/** Of pictures that are imported with their size. */
const IMAGES = `declare module '*?image' {
  const image: import('@fw/runtime').ImageFile
  export default image
}
`

/** Files by their path below `.fw/types`. They hold types only, so that a stale one never breaks a running app. */
export function emitTypes(model: AppModel): Readonly<Record<string, string>> {
  return { 'images.d.ts': IMAGES, 'register.d.ts': registerTypes(model) }
}
