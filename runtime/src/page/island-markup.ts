/** How islands and their slots look in HTML; `browser/` reads the same attributes. */
import type { IslandMarkup, RenderedIsland } from '#solid/render-state.ts'
import { escapeHtml } from '#wire/html.ts'
import { encodeProps } from '#wire/props.ts'

/**
 * `i` id, `c` component, `on` trigger when it is not `load`, `p` JSON props or `x` devalue props, `r` render afresh.
 * Printing throws a `TypeError` when a prop cannot be sent to the browser.
 */
export const ISLAND_MARKUP: IslandMarkup = {
  slot: (name, html) => `<fw-slot name="${escapeHtml(name)}">${html}</fw-slot>`,
  island(island) {
    const late = [...island.lateSlots].map(
      ([name, html]) => `<template data-slot="${escapeHtml(name)}">${html}</template>`,
    )
    return `<fw-island ${attributesOf(island).join(' ')}>${island.html}${late.join('')}</fw-island>`
  },
}

function attributesOf({ id, component, name, hydrate, props, fresh }: RenderedIsland): readonly string[] {
  const attributes = [`i="${id}"`, `c="${escapeHtml(component)}"`]
  const encoded = encodeProps(name, props)
  if (hydrate !== 'load' && hydrate !== 'only') attributes.push(`on="${escapeHtml(hydrate)}"`)
  if (encoded.text !== '{}') attributes.push(`${encoded.rich ? 'x' : 'p'}="${escapeHtml(encoded.text)}"`)
  if (fresh) attributes.push('r')
  return attributes
}
