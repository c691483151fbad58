/** The folder of the compiler's modules. Must stay a file of its own in the published package, because it knows its place. */
import { fileURLToPath } from 'node:url'

/** Absolute, with a slash at the end: `src/` in the repository, `dist/` in the published package. */
export const MODULES_FOLDER: string = fileURLToPath(new URL('.', import.meta.url))
