/** Adds `explain` to `window.fw`, in dev only. The island loader creates `window.fw`. */
import { extname } from 'node:path'
import type { Plugin } from 'vite'
import { LOADER } from './client-entries.ts'
import { OVERLAY_FOLDER } from './dev-overlay.ts'
import { toResolvedId } from './virtual-modules.ts'

export function explainPlugin(): Plugin {
  const file = JSON.stringify(`${OVERLAY_FOLDER}/explain${extname(import.meta.url)}`)
  return {
    name: 'fw:explain',
    transform: {
      handler: (code, id) =>
        id === toResolvedId(LOADER)
          ? { code: `${code}import { explain } from ${file}\nif (window.fw) window.fw.explain = explain\n`, map: null }
          : null,
    },
  }
}
