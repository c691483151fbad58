/** `create-fw` creates a new app. The binary and `fw create` both call this function. */
export { main } from './main.ts'
