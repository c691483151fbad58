/** What went wrong in development, as `/_fw/dev/errors` lists it and the overlay shows it. Plain JSON. */

/** A place of a stack, in the sources. */
export interface DevFrame {
  /** Relative to the app's folder; of a package, its name and path. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly function?: string
  /** In the app's own sources: it can be opened. */
  readonly isApp: boolean
}

/** The call of a tool in which it happened. */
export interface DevCall {
  /** `api.shop.search`, or the `Cart.add` of a page. */
  readonly tool: string
  readonly effect?: string
  readonly guard: string
  readonly origin: string
  /** As indented text, cut when it is long. */
  readonly input: string
  /** `run` got it; else it is what was sent. */
  readonly isChecked: boolean
  /** Where the tool is defined. */
  readonly source?: DevPlace
}

export interface DevPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface DevIsland {
  /** Unique in its page. */
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

/** `diagnostic`: the app breaks a rule. `build`: it cannot be loaded. The others are where it was thrown. */
export type DevErrorKind = 'page' | 'island' | 'api' | 'intent' | 'browser' | 'server' | 'build' | 'diagnostic'

export interface DevError {
  readonly id: string
  /** Grows with each thing that went wrong, and each time it did so again. */
  readonly seq: number
  readonly kind: DevErrorKind
  /** Neither a page, nor an island, nor a call was running. */
  readonly isOutside: boolean
  /** It is so for every page until a source changes. */
  readonly isStanding: boolean
  /** How often it happened since a source changed. */
  readonly count: number
  /** RFC 3339, of the last time. */
  readonly at: string
  readonly name: string
  readonly message: string
  /** Of an `FwError` or of a diagnostic. */
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
  /** The intent of the page that made the call, where the server reports the call. */
  readonly intent?: string
  /** The page's own code caught it: it is listed, and opens no overlay. */
  readonly isCaught?: boolean
  readonly origin?: string
  readonly frames: readonly DevFrame[]
  /** The lines around the first place in the app. */
  readonly codeFrame?: string
  readonly causes: readonly DevCause[]
  /** The page of the rule that is broken. */
  readonly docs?: string
  /** Markup that the server sent and the browser rendered differently, as HTML. */
  readonly markup?: DevMarkup
  /** What the browser says about the place: what the DOM node reads and does. */
  readonly bindings?: readonly string[]
}

export interface DevMarkup {
  readonly server: string
  readonly browser: string
}

/** The answer of `GET /_fw/dev/errors`. */
export interface DevErrorList {
  /** The highest that was given out. */
  readonly seq: number
  /** The last thing first. */
  readonly errors: readonly DevError[]
}

export interface ReportedIsland {
  readonly id: string
  /** `<chunk>#<export>` */
  readonly component: string
  readonly name: string
}

/** What a browser tells of an error that it saw. */
export interface BrowserReport {
  readonly kind: 'island' | 'intent' | 'browser'
  readonly name: string
  readonly message: string
  readonly stack: string
  /** Of the page that is shown. */
  readonly path: string
  readonly code?: string
  readonly status?: number
  readonly island?: ReportedIsland | undefined
  /** All that are in the page. */
  readonly islands?: readonly ReportedIsland[] | undefined
  readonly call?: Omit<DevCall, 'source'>
  readonly isCaught?: boolean
  readonly causes?: readonly { readonly name: string; readonly message: string; readonly stack: string }[]
  readonly bindings?: readonly string[] | undefined
  readonly markup?: DevMarkup | undefined
}
