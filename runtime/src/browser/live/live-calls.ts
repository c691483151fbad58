/** The hook of live reads in the calls of stubs. Without live reads nothing sets it, and a bundler removes the code that uses it. */
import type { postJson } from '../calls/post-json.ts'

/** Posts a call of a stub, with its headers. */
export type SendCall = typeof postJson

/** Posts each call of a stub, once a live read exists. */
export let sendLive: SendCall | undefined

/** Sets `sendLive`. */
export function setSendLive(send: SendCall): void {
  sendLive = send
}
