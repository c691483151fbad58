/** The HTML of islands and their slots; `browser/` reads the same attributes. */
import type { IslandMarkup } from '#solid/render/render-state.ts'
import { escapeHtml } from '#wire/html.ts'
import { encodeProps } from '#wire/props.ts'

/**
 * `i` is the id, `keep` marks an island that navigation preserves, `c` is the component, `on` the trigger if it isn't
 * `load`, `s` the aliases of the stores that it shows, `p` the props as JSON or `x` as devalue, and `r` means that
 * the browser renders it anew.
 *
 * Printing throws a `TypeError` if a prop can't be sent to the browser.
 */
export const ISLAND_MARKUP: IslandMarkup = {
  slot: (name, html) => `<fw-slot name="${escapeHtml(name)}">${html}</fw-slot>`,
  island(instance, { props, html, lateSlots, fresh }) {
    const { id, component, name, hydrate } = instance
    const encoded = encodeProps(name, props)
    let markup = `<fw-island i="${id}" c="${escapeHtml(component)}"`
    if (instance.keep) markup += ' keep'
    if (hydrate !== 'load' && hydrate !== 'only') markup += ` on="${escapeHtml(hydrate)}"`
    if (instance.stores.length > 0) markup += ` s="${escapeHtml(instance.stores.join(' '))}"`
    if (encoded.text !== '{}') markup += ` ${encoded.rich ? 'x' : 'p'}="${escapeHtml(encoded.text)}"`
    markup += `${fresh ? ' r' : ''}>${html}`
    for (const [slot, late] of lateSlots) markup += `<template data-slot="${escapeHtml(slot)}">${late}</template>`
    return `${markup}</fw-island>`
  },
}
