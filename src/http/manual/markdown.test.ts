// Our Markdown as HTML: each form that the documents use, and that nothing in a document becomes a tag.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown, slugOf } from './markdown.ts';

const toLink = (href: string): string | null => (href.startsWith('..') ? null : `/docs/${href}`);
const render = (text: string): string =>
  renderMarkdown(text, toLink).body.text.replaceAll(/\s+/g, ' ').trim();

const FORMS: [string, string, string][] = [
  ['a paragraph over two lines', 'one\ntwo', '<p>one two</p>'],
  ['strong, soft and code', '**a** *b* `c*d*`', '<p><strong>a</strong> <em>b</em> <code>c*d*</code></p>'],
  ['stars that are not emphasis', '2 * 3 * 4, src/**/*.ts', '<p>2 * 3 * 4, src/**/*.ts</p>'],
  ['code with a tick in it', '`` a`b ``', '<p><code>a`b</code></p>'],
  ['a link', '[a `b`](c.md)', '<p><a href="/docs/c.md">a <code>b</code></a></p>'],
  ['a link to what is not served', '[a](../src/a.ts)', '<p><span class="elsewhere">a</span></p>'],
  ['a list with a wrapped item', '- one\n  more\n- two', '<ul><li>one more</li> <li>two</li> </ul>'],
  ['a list in a list', '- a\n  - b\n- c', '<ul><li>a<ul><li>b</li> </ul></li> <li>c</li> </ul>'],
  ['a numbered list', '3. a\n4. b', '<ol start="3"><li>a</li> <li>b</li> </ol>'],
  ['a list after a paragraph', 'a:\n- b', '<p>a:</p><ul><li>b</li> </ul>'],
  ['boxes to tick', '- [ ] a', '<ul><li>☐ a</li> </ul>'],
  ['a quote', '> a\n> b', '<blockquote><p>a b</p></blockquote>'],
];
for (const [what, text, expected] of FORMS) test(`${what}`, () => assert.equal(render(text), expected));

test('a table keeps bars that are escaped, in code too', () => {
  const text = render('| A | B |\n|---|---|\n| `x\\|y` | [z](z.md) |');
  assert.match(text, /<th scope="col">A<\/th><th scope="col">B<\/th>/);
  assert.match(text, /<td><code>x\|y<\/code><\/td><td><a href="\/docs\/z.md">z<\/a><\/td>/);
});

test('code is kept letter by letter, and is not Markdown', () => {
  const { body } = renderMarkdown('```sh\n# no heading\n- **x**  <b>\n\n| a |\n```', toLink);
  assert.ok(body.text.includes('<code># no heading\n- **x**  &lt;b&gt;\n\n| a |</code>'));
});

test('nothing in a document becomes a tag or an attribute', () => {
  const hostile = '<script>alert(1)</script> "><img src=x onerror=alert(1)>';
  for (const text of [
    hostile,
    `# ${hostile}`,
    `- ${hostile}`,
    `| ${hostile} |\n|---|\n| ${hostile} |`,
    `\`${hostile}\``,
  ])
    assert.doesNotMatch(renderMarkdown(text, toLink).body.text, /<script|<img/);
  assert.doesNotMatch(render('[a](x"onclick="alert(1))'), /"onclick/);
});

test('headings have the anchors that GitHub gives them, and sections have their words', () => {
  const { title, headings, sections } = renderMarkdown(
    '# The `API`\n\nFirst *words*.\n\n## What, and how\n\nMore.',
    toLink,
  );
  assert.equal(title, 'The API');
  assert.deepEqual(
    headings.map(({ id }) => id),
    ['the-api', 'what-and-how'],
  );
  assert.deepEqual(
    sections.map(({ text }) => text.trim()),
    ['First words.', 'More.'],
  );
  assert.equal(slugOf('A sentence for the consumer'), 'a-sentence-for-the-consumer');
});
