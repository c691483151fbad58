/** Raw HTML of the app's data, such as comments of users that the app has sanitized. */

/**
 * Marks by which the framework and Solid find their own parts of a page, and the hidden fields of forms that call an api.
 * Sanitizers keep attributes for data and forms, and templates if an app allows them. A name may begin with character references.
 */
const MARKS =
  /data-hk|<template id="pl-|<!--(?:pl-|!\$|xs|\/?fw-live)|<\/?fw-|<\/head>|\bname\s*=\s*["']?(?:fw:|(?:fw?)?&)/gi

/**
 * Attributes with which a control becomes a part of another form of the page, or a form is sent to an endpoint of the framework. The
 * check of the endpoint is a second one: `/_fw/` may be written in other ways, too.
 */
const FORM_ATTRIBUTES = /[\s"'/](?:form(?:action)?(?=\s*=)|action(?=\s*=[\s"']*[./]*_fw))/gi

/**
 * Makes raw HTML free of marks of the framework: with them, elements of a user could replace a component's own and receive its
 * handlers, or a form could call any api. A control of a user could also change or send a form of the app. A character reference has
 * the same meaning in texts and values, and none in names.
 */
export function disableMarks(html: string): string
export function disableMarks(html: unknown): unknown
export function disableMarks(html: unknown): unknown {
  if (typeof html === 'string') return disableOwnMarks(html).replace(FORM_ATTRIBUTES, disableMark)
  if (typeof html === 'function') return () => disableMarks(html())
  return Array.isArray(html) ? html.map(disableMarks) : html
}

/** The same for HTML that the app's code renders with another library. Its forms and controls are the app's. */
export function disableOwnMarks(html: string): string {
  return html.replace(MARKS, disableMark)
}

/** Replaces a letter, and never a hyphen, because two hyphens may end a comment. */
function disableMark(mark: string): string {
  if (mark.endsWith(':')) return `${mark.slice(0, -1)}_`
  // In a text, such as code that shows HTML, the name reads as before.
  if (mark.endsWith('&')) return mark.replace(/e(?=\s*=)/i, (letter) => `&#${letter.charCodeAt(0)};`)
  return mark.replace(/[a-z$](?=[^a-z$]*$)/i, (letter) => `&#${letter.charCodeAt(0)};`)
}
