import { FwError } from '#contract/http/error.ts'

/** In place of `park` for requests of other sites: their links could fill the list of the calls that wait for approval. */
export function refuseParking(): never {
  throw new FwError('forbidden', {
    message: 'A link on another site cannot ask for approval. Open the page of this app that makes the call.',
  })
}
