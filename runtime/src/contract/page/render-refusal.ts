/** Refused calls of page renders. */
import { FwIntentError } from '../http/error.ts'

/** A call that needs approval, or that agents may not make at all, in a page that renders for an agent. */
export class RenderRefusal extends FwIntentError {}

/** A call whose outcome depends on the origin, in a render for a shared copy. The page renders again for its caller alone. */
export class SharedRenderRefusal extends FwIntentError {}
