/** `create-fw`: a new app. The binary and `fw create` are this one function. */
export { main } from './main.ts'
