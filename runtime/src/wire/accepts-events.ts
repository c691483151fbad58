/** Whether the `accept` header of a request names a stream of server-sent events. */
export function acceptsEvents(accept: string | null | undefined): boolean {
  return accept?.includes('text/event-stream') === true
}
