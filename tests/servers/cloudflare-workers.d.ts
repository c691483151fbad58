declare module 'cloudflare:workers' {
  export class DurableObject<Bindings = unknown> {
    constructor(state: import('../../runtime/src/data/durable-api.ts').DurableState, env: Bindings)
    readonly env: Bindings
  }
}
