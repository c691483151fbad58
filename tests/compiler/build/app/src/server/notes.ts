/** Server code beside the apis: the browser may not see it. */
export function readNotes(source: string): { id: string; text: string }[] {
  return [
    { id: 'a', text: `first note of ${source}` },
    { id: 'b', text: 'marker-of-a-server-module' },
  ]
}
