/** Markdown as HTML: what each block becomes, and that text stays text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { htmlOf, titleOf } from "./markdown.ts";

const ROWS: readonly [markdown: string, html: string][] = [
  ["# A title", '<h1 id="a-title">A title</h1>'],
  ["### transfer.create", '<h3 id="transfer.create">transfer.create</h3>'],
  ["a `b` **c**", "<p>a <code>b</code> <strong>c</strong></p>"],
  ["one\ntwo\n\nthree", "<p>one\ntwo</p>\n<p>three</p>"],
  ["> said\n> on", "<blockquote><p>said\non</p></blockquote>"],
  ["- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
  ["text:\n- a", "<p>text:</p>\n<ul>\n<li>a</li>\n</ul>"],
  [
    "- a:\n  - b\n    - c\n  - d\n- e\n  on",
    "<ul>\n<li>a:\n<ul>\n<li>b\n<ul>\n<li>c</li>\n</ul></li>\n<li>d</li>\n</ul></li>\n<li>e\non</li>\n</ul>",
  ],
  ["1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"],
  ["7. a", '<ol start="7">\n<li>a</li>\n</ol>'],
  [
    "| a | b |\n| --- | --- |\n| `c` | d |",
    "<table>\n<thead><tr><th>a</th><th>b</th></tr></thead>\n<tbody>\n<tr><td><code>c</code></td><td>d</td></tr>\n</tbody>\n</table>",
  ],
  [
    "```sh\n# a < b\n\n- c\n```",
    '<pre tabindex="0"><code class="language-sh"># a &lt; b\n\n- c</code></pre>',
  ],
  ["```\nnever closed", '<pre tabindex="0"><code>never closed</code></pre>'],
  ["[a `b`](/docs/c.md)", '<p><a href="/DOCS/C.MD">a <code>b</code></a></p>'],
  // Text stays text.
  ["<script>&", "<p>&lt;script&gt;&amp;</p>"],
  ["`<b>` <i>", "<p><code>&lt;b&gt;</code> &lt;i&gt;</p>"],
  ["[a](javascript:alert)", "<p>a</p>"],
  ['[a](/x"onclick="y)', '<p><a href="/X&quot;ONCLICK=&quot;Y">a</a></p>'],
  ["`[a](/b)` **`c`**", "<p><code>[a](/b)</code> <strong><code>c</code></strong></p>"],
  ["a ` b * c_d_e [f]", "<p>a ` b * c_d_e [f]</p>"],
  ["", ""],
];

test("markdown: each form -> its HTML; anything else is text", () => {
  for (const [markdown, html] of ROWS) {
    const made = htmlOf(markdown, { link: (href) => href.toUpperCase() });
    assert.equal(made, html, markdown);
  }
});

test('markdown: the title of a page -> its first heading of the first level, without marks; none: ""', () => {
  assert.equal(titleOf("# `a_code`\n\n> b"), "a_code");
  assert.equal(titleOf("## b\ntext"), "");
});
