/** The script that shows a late part of a page. */

/** Solid's own (solid-js 1.9.19, web/dist/server.js), which finds the part and its place by ids. */
export const SOLID_PLACE_PART =
  'function $df(e,n,o,t){if(n=document.getElementById(e),o=document.getElementById("pl-"+e)){for(;o&&8!==o.nodeType&&o.nodeValue!=="pl-"+e;)t=o.nextSibling,o.remove(),o=t;_$HY.done?o.remove():o.replaceWith(n.content)}n.remove(),_$HY.fe(e)}'

/**
 * Returns the function that replaces it: HTML of users that an app has sanitized can have elements with any id. The part is the last
 * of its name, because its script follows it. After the place comes its comment, which sanitizers remove. `nonce` is that of the
 * page, if it has a policy.
 */
export function writePlacePart(nonce: string | undefined): string {
  return `function $df(e,n,o,t,f){f=e=>document.querySelectorAll("template[id=\\""+e+"\\"]");n=[...f(e)].pop();${
    nonce === undefined ? '' : writeStopScripts(nonce)
  }for(o of f("pl-"+e)){for(t=o;t&&(t.nodeType!==8||t.nodeValue!=="pl-"+e);)t=t.nextSibling;if(t){for(;o!==t;)o=o.nextSibling,o.previousSibling.remove();_$HY.done?t.remove():t.replaceWith(n.content);break}}n.remove(),_$HY.fe(e)}`
}

/**
 * Returns code that stops the scripts in the template `n`, except those with the nonce. The policy allows every script that a trusted
 * script moves out of a template, and the part may contain injected markup. A script runs once: in the document of the template,
 * which doesn't run scripts. This also applies to closed shadow roots. Copies of the page's own scripts run later.
 */
function writeStopScripts(nonce: string): string {
  return (
    `var s=Array.from(n.content.querySelectorAll('[nonce="${nonce}"]'),e=>[e,e.cloneNode(!0)]);` +
    't=n.content.ownerDocument;t.append(o=t.createElement("p"));o.append(n.content);o.remove();' +
    'for(;t=o.firstChild;)n.content.append(t);for([o,t]of s)o.replaceWith(t);'
  )
}
