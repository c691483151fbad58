/**
 * Scopes for direct calls of apis. The modules that open one may not import the api module, which provides both when it
 * is loaded: without it there is nothing to call.
 */
interface CallScopes {
  /** Runs `work`. Direct calls in it have agent origin, whatever the origin of the code around it. */
  asAgent<Result>(work: () => Result): Result
  /**
   * Runs `work`, whose result other callers may receive. Direct calls in it retain the origin of their cause, and have an
   * empty ctx. `onOriginUse` is called before each call whose outcome depends on that origin; what it throws, the call throws.
   */
  withoutCaller<Result>(work: () => Result | Promise<Result>, onOriginUse: () => void): Promise<Result>
}

export const callScopes: CallScopes = {
  asAgent: (work) => work(),
  withoutCaller: async (work) => work(),
}
