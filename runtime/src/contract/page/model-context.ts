/** The model context of a browser with agents of its own (WebMCP). */

interface WithModelContext {
  readonly modelContext?: { registerTool?: unknown }
}

/** Returns it, if the browser has one. An image or form of a user with this name would be a member of the document, too. */
export function findModelContext(): object | undefined {
  const { modelContext } = document as WithModelContext
  return typeof modelContext?.registerTool === 'function' ? modelContext : (navigator as WithModelContext).modelContext
}
