/** Serves the overlay's script in dev, and notifies it of changes. A build contains neither. */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { toResolvedId } from '../build/transform/virtual-modules.ts'
import type { RecentErrors } from './recent-errors.ts'

/** Folder of the overlay's sources, which browsers may read. */
export const OVERLAY_FOLDER = fileURLToPath(new URL('../overlay', import.meta.url))

/** Event name on Vite's socket. */
const CHANGED = 'fw:errors'

export function overlayPlugin(errors: RecentErrors): Plugin {
  let end: (() => void) | undefined
  return {
    name: 'fw:overlay',
    load: {
      filter: { id: /^\0fw:dev\// },
      handler: (id) =>
        id === toResolvedId('fw:dev/overlay')
          ? `import ${JSON.stringify(`${OVERLAY_FOLDER}/start${extname(import.meta.url)}`)}\n`
          : null,
    },
    configureServer({ environments }) {
      end?.()
      end = errors.onChange(() => environments.client?.hot.send({ type: 'custom', event: CHANGED }))
    },
    buildEnd: () => end?.(),
  }
}
