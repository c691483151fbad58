/** Raw HTML of the app's data, such as comments of users that the app has sanitized. */

/**
 * Marks by which the framework and Solid find their own parts of a page, and the hidden fields of forms that call an api.
 * Sanitizers keep attributes for data and forms, and templates if an app allows them.
 */
const MARKS = /data-hk|<template id="pl-|<!--(?:pl-|!\$|xs|fw-live)|<\/?fw-|<\/head>|\bname\s*=\s*["']?fw:/gi

/**
 * Makes raw HTML free of marks of the framework: with them, elements of a user could replace a component's own and receive its
 * handlers, or a form could call any api. A character reference has the same meaning in texts and values, and none in names.
 */
export function disableMarks(html: string): string
export function disableMarks(html: unknown): unknown
export function disableMarks(html: unknown): unknown {
  if (typeof html === 'string') return html.replace(MARKS, disableMark)
  if (typeof html === 'function') return () => disableMarks(html())
  return Array.isArray(html) ? html.map(disableMarks) : html
}

/** Replaces a letter, and never a hyphen, because two hyphens may end a comment. */
function disableMark(mark: string): string {
  if (mark.endsWith(':')) return `${mark.slice(0, -1)}_`
  return mark.replace(/[a-z$](?=[^a-z$]*$)/i, (letter) => `&#${letter.charCodeAt(0)};`)
}
