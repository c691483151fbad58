/** The HTML of islands and their slots; `browser/` reads the same attributes. */
import type { IslandMarkup } from '#solid/render/render-state.ts'
import { escapeHtml, escapeSingleQuoted } from '#wire/html.ts'
import { encodeProps } from '#wire/props.ts'

/** Characters of an island's props above which a warning is logged. */
const MANY = 128_000

/**
 * Creates the printer of islands, which logs a warning once for each component with many props.
 *
 * `i` is the id, `keep` marks an island that navigation preserves, `k` is its key, `c` is the component, `on` the trigger if it isn't
 * `load`, `s` the aliases of the stores that it shows, `p` the props as JSON or `x` as devalue, and `r` means that
 * the browser renders it anew.
 *
 * Printing throws a `TypeError` if a prop can't be sent to the browser.
 */
export function createIslandMarkup(warn: (message: string) => void): IslandMarkup {
  const warned = new Set<string>()
  return {
    slot: (name, html) => `<fw-slot name="${escapeHtml(name)}">${html}</fw-slot>`,
    island(instance, { props, html, lateSlots, fresh }) {
      const { id, component, name, hydrate } = instance
      const { text, rich } = encodeProps(name, props)
      if (text.length > MANY && !warned.has(component)) {
        warned.add(component)
        warn(
          `The props of the island <${name}> are ${Math.round(text.length / 1_000)} kB, which the page contains in addition to its HTML. Pass only what the island shows at first, and load the rest with an api.`,
        )
      }
      let markup = `<fw-island i="${id}" c="${escapeHtml(component)}"`
      if (instance.keep) markup += ' keep'
      if (instance.key !== undefined) markup += ` k="${escapeHtml(instance.key)}"`
      if (hydrate !== 'load' && hydrate !== 'only') markup += ` on="${escapeHtml(hydrate)}"`
      if (instance.stores.length > 0) markup += ` s="${escapeHtml(instance.stores.join(' '))}"`
      // JSON has many double quotes. In single quotes they need no entities, which would be most of the attribute.
      if (text !== '{}') markup += ` ${rich ? 'x' : 'p'}='${escapeSingleQuoted(text)}'`
      markup += `${fresh ? ' r' : ''}>${html}`
      for (const [slot, late] of lateSlots) markup += `<template data-slot="${escapeHtml(slot)}">${late}</template>`
      return `${markup}</fw-island>`
    },
  }
}
