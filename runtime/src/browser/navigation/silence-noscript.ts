/** Content for browsers without scripts, in fetched pages. */

/**
 * Makes text of the content of `<noscript>`, as in a page that the browser loads, also in templates, such as slots that an island doesn't
 * show. The parser has no scripts, so it makes elements of this content, which would be active here: images, and a refresh of the page.
 */
export function silenceNoscript(root: ParentNode): void {
  for (const node of root.querySelectorAll<HTMLElement & Partial<HTMLTemplateElement>>('noscript,template'))
    if (node.content) silenceNoscript(node.content)
    else node.textContent = node.innerHTML
}
