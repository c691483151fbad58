import { createRule } from '#diagnostic/rule.ts'

/** Route modules render on the server and are never islands, so interactive code in them would have no effect. */
export const pageCode = createRule({
  code: 'page-code',
  number: 1065,
  severity: 'error',
  title: 'Browser code in a page',
  messages: {
    event:
      '"{name}" never fires: {where} Move the element with its handler into a component, such as src/components/{example}.',
    ref: '"{name}" is never set: {where} Move the element into a component, such as src/components/{example}.',
    signal:
      '{name} never changes: {where} Move it, with the elements that show it, into a component, such as src/components/{example}.',
    effect: '{name} never runs: {where} Move it into a component, such as src/components/{example}.',
    intent: "Agents can't call this intent: {where} Move it into a component, such as src/components/{example}.",
  },
  check({ pageCode: found }, report) {
    for (const { kind, name, file, span } of found)
      report(kind, {
        span,
        data: {
          name,
          where: `${file} is rendered on the server, and browsers don't load it.`,
          example: getExampleName(file),
        },
      })
  },
})

/** Suggests a file name for a component that is extracted from a page: `orders-button.tsx` for `src/routes/orders/[id].tsx`. */
function getExampleName(file: string): string {
  const stem =
    file
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]+$/, '') ?? ''
  const folder = file.split('/').at(-2) ?? ''
  const name = [stem, folder].find((part) => /^[a-z][\w-]*$/.test(part) && part !== 'index' && part !== 'routes')
  return name === undefined ? 'my-button.tsx' : `${name}-button.tsx`
}
