/** Tables and cells of the report's page. */
import { escapeHtml } from '@fw/runtime/tooling'

/** A column whose name begins with `>` contains numbers. */
export function renderTable(caption: string, columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const heads = columns.map((name) =>
    name.startsWith('>') ? `<th scope="col" class="size">${name.slice(1)}</th>` : `<th scope="col">${name}</th>`,
  )
  const body = rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('\n')
  return `<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table><caption>${caption}</caption><thead><tr>${heads.join('')}</tr></thead><tbody>\n${body}\n</tbody></table></div>`
}

export const none = '<span class="soft">none</span>'
export const head = (html: string) => `<th scope="row">${html}</th>`
export const cell = (html: string) => `<td>${html}</td>`
export const renderSizeCell = (html: string) => `<td class="size">${html}</td>`
export const code = (text: string) => `<code>${escapeHtml(text)}</code>`
export const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
