/** `@fw/runtime/h3`: types of endpoint modules; fw as a handler of an h3 or Nitro server. */

export type { CorsConfig, CorsOptions } from './contract/http/cors.ts'
export { toH3Handler } from './host/h3-host.ts'
export type { EndpointContext, EndpointEvent } from './http-routes/endpoint-event.ts'
