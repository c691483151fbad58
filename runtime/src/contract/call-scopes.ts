/**
 * Scopes for direct calls of APIs. Modules that open a scope may not import the API module, so the API module installs
 * the functions when it is loaded. Before that, no API can be called.
 */
interface CallScopes {
  /** Runs `work`. Direct calls in it have agent origin, regardless of the origin of the calling code. */
  asAgent<Result>(work: () => Result): Result
  /** Like `asAgent`, for an agent that has read untrusted content. */
  asTaintedAgent<Result>(work: () => Result): Result
  /**
   * Runs `work`, whose result other callers may receive. Direct calls in it retain the origin of their cause, and have
   * an empty ctx. `onOriginUse` is called before each call whose outcome depends on that origin; an error that it
   * throws fails the call.
   */
  withoutCaller<Result>(work: () => Result | Promise<Result>, onOriginUse: () => void): Promise<Result>
  /** Returns an object that identifies the render of a page for one request; `undefined` outside of a render. */
  getRender(): object | undefined
}

export const callScopes: CallScopes = {
  asAgent: (work) => work(),
  asTaintedAgent: (work) => work(),
  withoutCaller: async (work) => work(),
  getRender: () => undefined,
}
