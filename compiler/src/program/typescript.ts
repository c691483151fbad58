/**
 * The one place where TypeScript comes in. The analysis itself takes `ts` and the checker as arguments and uses this
 * file for types only, so that an editor can hand in its own copy.
 */
export { Project, ts } from 'ts-morph'
