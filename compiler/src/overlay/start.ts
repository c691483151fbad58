/** The development error overlay in the browser. Loaded by every page of `fw dev`, and by nothing that is built. */
import { watchErrors } from './watch-errors.ts'

watchErrors()
