/** Adds `explain` to `window.fw`, in dev only. The island loader creates `window.fw`. */
import { extname } from 'node:path'
import type { Plugin } from 'vite'
import { LOADER } from '../build/client-entries.ts'
import { toResolvedId } from '../build/transform/virtual-modules.ts'
import { OVERLAY_FOLDER } from './overlay.ts'

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
