/** Returns the HTML of a user, which the app has sanitized. Tests set it. */
export function readHtml(): string {
  return (globalThis as { fwTestHtml?: string }).fwTestHtml ?? ''
}

/** Takes so long that the part of the page is sent later. */
export async function wait(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 100))
}
