// The configuration of "fw test" for an app without one.
import { fw } from '../dist/vitest.js'

export default { plugins: [fw()] }
