/** The hook of live reads in the calls of stubs. Without live reads nothing sets it, and a bundler removes the code that uses it. */
import type { postJson } from '../calls/post-json.ts'

type PostJson = typeof postJson

/** Posts a call of a stub with its headers, or a form. `post` is `postJson`, or posts the form with other headers. */
export type SendCall = (...call: [...Parameters<PostJson>, post?: PostJson]) => ReturnType<PostJson>

/** Posts each call of a stub, once a live read exists. */
export let sendLive: SendCall | undefined

/** Sets `sendLive`. */
export function setSendLive(send: SendCall): void {
  sendLive = send
}
