/** Errors in development, as `/_fw/dev/errors` lists them and the overlay shows them. Plain JSON. */

/** A stack frame, mapped to the sources. */
export interface DevFrame {
  /** Path relative to the app's folder, or for a package its name and path. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly function?: string
  /** Whether the file is in the app's sources, so that it can be opened. */
  readonly isApp: boolean
}

/** The call of a tool that failed. */
export interface DevCall {
  /** `api.shop.search`, or the `Cart.add` of a page. */
  readonly tool: string
  readonly effect?: string
  readonly guard: string
  readonly origin: string
  /** Indented JSON, truncated if it is long. */
  readonly input: string
  /** Whether the input passed validation and was passed to `run`. */
  readonly isChecked: boolean
  /** Definition of the tool. */
  readonly source?: DevPlace
}

export interface DevPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface DevIsland {
  /** Id, unique in its page. */
  readonly id?: string
  readonly name: string
  /** Relative to the app's folder. */
  readonly file?: string
}

export interface DevCause {
  readonly name: string
  readonly message: string
  readonly frames: readonly DevFrame[]
}

/** `diagnostic`: the app violates a rule. `build`: it can't be loaded. The other kinds name the code that threw. */
export type DevErrorKind = 'page' | 'island' | 'api' | 'intent' | 'browser' | 'server' | 'build' | 'diagnostic'

export interface DevError {
  readonly id: string
  /** Sequence number of the last occurrence. */
  readonly seq: number
  readonly kind: DevErrorKind
  /** Whether it occurred outside a page, an island and a call. */
  readonly isOutside: boolean
  /** Whether it affects every page until a source changes. */
  readonly isStanding: boolean
  /** Number of occurrences since the last change of a source. */
  readonly count: number
  /** Time of the last occurrence, as RFC 3339. */
  readonly at: string
  readonly name: string
  readonly message: string
  /** Code of an `FwError` or a diagnostic. */
  readonly code?: string
  readonly requestId?: string
  readonly method?: string
  readonly path?: string
  /** Pattern of the page, or path of the endpoint. */
  readonly route?: string
  /** Layout files around the page, outermost first, relative to the app's folder. */
  readonly layouts?: readonly string[]
  /** File of the page, relative to the app's folder. */
  readonly page?: string
  readonly island?: DevIsland
  readonly call?: DevCall
  /** The intent of the page that made the call, if the server has reported the call. */
  readonly intent?: string
  /** Whether the page's code caught it: it is listed, but doesn't open the overlay. */
  readonly isCaught?: boolean
  readonly origin?: string
  readonly frames: readonly DevFrame[]
  /** The lines around the first position in the app. */
  readonly codeFrame?: string
  readonly causes: readonly DevCause[]
  /** URL of the rule's documentation. */
  readonly docs?: string
  /** Markup that the server sent and the browser rendered differently, as HTML. */
  readonly markup?: DevMarkup
  /** State that the DOM node shows, and functions that it calls. */
  readonly bindings?: readonly string[]
}

export interface DevMarkup {
  readonly server: string
  readonly browser: string
}

/** Response of `GET /_fw/dev/errors`. */
export interface DevErrorList {
  /** The highest sequence number. */
  readonly seq: number
  /** Errors, the latest first. */
  readonly errors: readonly DevError[]
}

export interface ReportedIsland {
  readonly id: string
  /** `<chunk>#<export>` */
  readonly component: string
  readonly name: string
}

/** An error that a browser reports. */
export interface BrowserReport {
  readonly kind: 'island' | 'intent' | 'browser'
  readonly name: string
  readonly message: string
  readonly stack: string
  /** Path of the current page. */
  readonly path: string
  readonly code?: string
  readonly status?: number
  readonly island?: ReportedIsland | undefined
  /** All islands of the page. */
  readonly islands?: readonly ReportedIsland[] | undefined
  readonly call?: Omit<DevCall, 'source'>
  readonly isCaught?: boolean
  readonly causes?: readonly { readonly name: string; readonly message: string; readonly stack: string }[]
  readonly bindings?: readonly string[] | undefined
  readonly markup?: DevMarkup | undefined
}
