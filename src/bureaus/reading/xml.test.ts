// The XML parser: what it reads, what it rejects, and that no reply blocks the event loop. fast-xml-parser is the reference.
// Alone: it measures its own process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { XMLParser } from 'fast-xml-parser';
import { leastBlockedMs } from '../../../test/support/services/loop-watch.ts';
import { CallFailed } from '../bureau.ts';
import { readXml } from './xml.ts';
import { toXml, type XmlToWrite } from './xml-writer.ts';

const BLOCK_MS_MAX = 50;

test('elements, attributes, repeated names, CDATA and references are read; prefixes are dropped; nothing becomes a number', async () => {
  const text =
    '\ufeff<?xml version="1.0" encoding="UTF-8"?><!-- a --><s:Envelope xmlns:s="urn:x"><s:Body>' +
    '<acc n="007 &amp; &quot;8&quot;">  <balance>0120</balance><name>Marks &amp; Spencer &#163;&#xA3;</name></acc>' +
    "<acc n='1'/><only>x</only><empty/><raw><![CDATA[<b>&amp;</b>]]> tail</raw><mixed a='1'>text</mixed>" +
    '</s:Body></s:Envelope>';
  assert.deepEqual(await readXml(text, { arrays: new Set(['only']) }), {
    Envelope: {
      Body: {
        acc: [{ '@n': '007 & "8"', balance: '0120', name: 'Marks & Spencer ££' }, { '@n': '1' }],
        only: ['x'],
        empty: '',
        raw: '<b>&amp;</b> tail',
        mixed: { '@a': '1', '#text': 'text' },
      },
    },
  });
});

const REJECTED: Record<string, string> = {
  'no text': '',
  'not XML': 'It works!',
  HTML: '<html><body><p>Sorry<br></body></html>',
  'a document type': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  'an external entity': '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
  'an entity declaration inside': '<a><!ENTITY b "c"></a>',
  'an unknown entity': '<a>&nbsp;</a>',
  'a bare ampersand': '<a>M & S</a>',
  'a reference to NUL': '<a>&#0;</a>',
  'a reference to half a character': '<a>&#xD800;</a>',
  'a reference beyond the last character': '<a>&#x110000;</a>',
  NUL: '<a>\u0000</a>',
  'UTF-16 read as UTF-8': '<\u0000a\u0000>\u0000',
  truncated: '<a><b>1</b><c>',
  'truncated in a tag': '<a><b x="1',
  'truncated in a comment': '<a><!-- ',
  'tags that do not pair': '<a><b></a></b>',
  'a longer end tag': '<a><b></bc></a>',
  'two documents': '<a/><b/>',
  'text after the end': '<a/>x',
  'an attribute without quotes': '<a b=1/>',
  'an attribute without a value': '<a b/>',
  'an attribute twice': '<a b="1" b="2"/>',
  'a name that touches JavaScript': '<a><__proto__><b>1</b></__proto__></a>',
  'a tag without a name': '<a>< b/></a>',
};

for (const [name, text] of Object.entries(REJECTED)) {
  test(`rejected in words of ours: ${name}`, async () => {
    await assert.rejects(readXml(text), (error) => {
      assert.ok(error instanceof CallFailed);
      assert.equal(error.outcome, 'unavailable');
      assert.match(error.message, /^the reply is not XML that we read: [a-zA-Z, 8-]+$/);
      return true;
    });
  });
}

const attributes = (count: number): string =>
  Array.from({ length: count }, (_, index) => `a${index}="1"`).join(' ');

const HOSTILE: Record<string, [text: string, isRead: boolean]> = {
  '90,000 attributes in one tag': [`<a ${attributes(90_000)}/>`, false],
  'depth 200,000': ['<a>'.repeat(200_000), false],
  '500,000 elements': [`<r>${'<a/>'.repeat(500_000)}</r>`, false],
  '400,000 references in one value': [`<a>${'&#65;'.repeat(400_000)}</a>`, false],
  '390,000 references in many values': [`<r>${`<a>${'&#65;'.repeat(1_000)}</a>`.repeat(390)}</r>`, true],
  '240,000 attributes in 4,000 tags': [`<r>${`<a ${attributes(60)}/>`.repeat(4_000)}</r>`, true],
  '2 MB of blanks in a tag': [`<a${' '.repeat(2_000_000)}x`, false],
  '2 MB of one name': [`<${'a'.repeat(2_000_000)}`, false],
  '2 MB of one attribute': [`<a ${'b'.repeat(2_000_000)}`, false],
  '100,000 CDATA sections': [`<r>${'<![CDATA[a]]>'.repeat(100_000)}</r>`, false],
  '3 MB': [`<a>${'b'.repeat(3_000_000)}</a>`, false],
};

for (const [name, [text, isRead]] of Object.entries(HOSTILE)) {
  test(`${name}: ${isRead ? 'read' : 'rejected'} without blocking the event loop for ${BLOCK_MS_MAX} ms`, async () => {
    const blockedMs = await leastBlockedMs(BLOCK_MS_MAX, async () => {
      const isDone = await readXml(text).then(
        () => true,
        (error) => assert.ok(error instanceof CallFailed),
      );
      assert.equal(isDone === true, isRead);
    });
    assert.ok(blockedMs < BLOCK_MS_MAX, `blocked for ${blockedMs} ms`);
  });
}

test('a large reply is read in several turns of the event loop', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await readXml(`<r>${'<a b="1">2</a>'.repeat(120_000)}</r>`);
  isOver = true;
  assert.ok(turns >= 2, `${turns} turns`);
});

test('what we write is read back unchanged, by us and by fast-xml-parser', async () => {
  const seed = 20_261_115;
  const random = seeded(seed);
  const pieces = ['Marks & Spencer', '<b>', '"', "'", 'é', '💷', '&amp;', ']]>', '007', ' a  b ', '--', '%'];
  const pick = (): string => pieces[Math.floor(random() * pieces.length)] ?? '';
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    ignoreDeclaration: true,
  });
  const make = (depth: number): { [name: string]: XmlToWrite } => ({
    '@id': pick().trim(),
    leaf: pick().trim() || 'x',
    list: [pick().trim() || 'y', pick().trim() || 'z'],
    ...(depth > 0 && { inner: make(depth - 1) }),
  });
  for (let round = 0; round < 500; round += 1) {
    const tree = { root: make(Math.floor(random() * 5)) };
    const text = toXml(tree);
    assert.deepEqual(await readXml(text), tree, `seed ${seed}, round ${round}`);
    assert.deepEqual(parser.parse(text), tree, `seed ${seed}, round ${round}`);
  }
});

test('a name that begins like the one that was expected is its own', async () => {
  const text = '<r><a>1</a><b>2</b><a>3</a><bc>4</bc><a x="5"/><b:x>6</b:x><a/><b_>7</b_></r>';
  for (const _ of ['once', 'again']) {
    assert.deepEqual(await readXml(text), {
      r: { a: ['1', '3', { '@x': '5' }, ''], b: '2', bc: '4', x: '6', b_: '7' },
    });
  }
});

test('a name that is kept keeps nothing else of its reply', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const usedBytes = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const text = 'x'.repeat(50_000);
  const before = usedBytes();
  for (let nth = 0; nth < 100; nth += 1)
    await readXml(`<s:NameOfReplyNumber${nth}>${text}</s:NameOfReplyNumber${nth}>`);
  assert.ok(usedBytes() - before < 2_000_000, 'of 5 MB that were read');
});

test('the writer leaves out what is undefined and characters that XML forbids', async () => {
  const text = toXml({ a: { '@b': undefined, c: undefined, d: 'x\u0000y\u001fz', e: '', f: 0, g: false } });
  assert.deepEqual(await readXml(text), { a: { d: 'xyz', e: '', f: '0', g: 'false' } });
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
