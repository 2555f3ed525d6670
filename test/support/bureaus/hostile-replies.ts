// Hostile replies over a real socket: too large, endless, deeply nested, with a false encoding or length. Each is made from a valid
// reply, so that it looks like one for as long as it can.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export type WholeReply = { status: number; headers: Record<string, string>; text: string };
/** Prepared first and sent on request: preparation must not count as the bureau's time. */
export type HostileReply = (whole: WholeReply) => (response: ServerResponse) => void;

/** Just below what is read of each dialect: 2 MB of XML, 512 KB of JSON. */
const roomOf = (whole: WholeReply): number => (isXml(whole) ? 2_000_000 : 1_250_000);
const BILLION_LAUGHS = Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
).join('');

const ATTRIBUTES = Array.from({ length: 90_000 }, (_, index) => `a${index}="b"`).join(' ');
const KEYS = Array.from({ length: 90_000 }, (_, index) => `"k${index}":1`).join(',');
const unlike = (count: number) =>
  Array.from({ length: count }, (_, index) => `{"${index.toString(36)}":1}`).join(',');
const DEEP_ELEMENTS = '<a>'.repeat(200_000) + '</a>'.repeat(200_000);
const DEEP_LISTS = '['.repeat(200_000) + ']'.repeat(200_000);
const DEEP_OBJECTS = `${'{"Output":'.repeat(20_000)}{}${'}'.repeat(20_000)}`;
const BOMB = gzipSync(Buffer.alloc(20 * 1024 * 1024));

const isXml = ({ text }: WholeReply): boolean => text.trimStart().startsWith('<');
const send = (whole: WholeReply, body: string | Buffer) => {
  const bytes = Buffer.from(body);
  return (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': whole.headers['content-type'] ?? '' }).end(bytes);
  };
};

/** Inserts before the last closing tag or bracket: inside the reply in either format. */
function inside(whole: WholeReply, xml: string, json: string): string {
  const { text } = whole;
  if (!isXml(whole)) return `${text.slice(0, text.lastIndexOf('}'))},${json}}`;
  const end = text.lastIndexOf('</');
  return text.slice(0, end) + xml + text.slice(end);
}

/** All of these must fail: `unavailable`, or `timeout` for those without end. */
export const HOSTILE: Record<string, HostileReply> = {
  '100 MB in pieces': () => flood,
  '100 MB with a content-length': () => (response) => {
    response.setHeader('content-length', 100 * 1024 * 1024);
    flood(response);
  },
  'a drip without end': (whole) => (response) => {
    response.writeHead(200, { 'content-type': whole.headers['content-type'] ?? '' });
    const timer = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(timer));
  },
  'a billion laughs': (whole) =>
    send(whole, `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY l0 "ha">${BILLION_LAUGHS}]><r>&l9;</r>`),
  'one large entity many times': (whole) => {
    const entity = `<!ENTITY a "${'a'.repeat(100_000)}">`;
    return send(whole, `<?xml version="1.0"?><!DOCTYPE r [${entity}]><r>${'&a;'.repeat(100_000)}</r>`);
  },
  'an entity from a file': (whole) =>
    send(whole, '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/hostname">]><r>&f;</r>'),
  '90,000 attributes and nothing else': (whole) => send(whole, `<?xml version="1.0"?><r ${ATTRIBUTES}/>`),
  '90,000 keys and nothing else': (whole) => send(whole, `{${KEYS}}`),
  'elements 200,000 deep': (whole) => send(whole, `<?xml version="1.0"?>${DEEP_ELEMENTS}`),
  'lists 200,000 deep': (whole) => send(whole, DEEP_LISTS),
  'objects 20,000 deep': (whole) => send(whole, DEEP_OBJECTS),
  'as many empty objects as are read': (whole) =>
    send(whole, `[${'{},'.repeat(Math.floor(roomOf(whole) / 3) - 2)}{}]`),
  'as many opening brackets as are read': (whole) => send(whole, '<a'.repeat(roomOf(whole) / 2)),
  'more than is read, and true otherwise': (whole) =>
    send(whole, whole.text + ' '.repeat(isXml(whole) ? 2 * 1024 * 1024 : 1280 * 1024)),
  'bytes that are not in the encoding they name': (whole) => {
    const type = `${isXml(whole) ? 'text/xml' : 'application/json'}; charset=utf-8`;
    const bytes = Buffer.from(whole.text.replaceAll('Orchard', 'Orch\xe1rd'), 'latin1');
    return (response) => response.writeHead(200, { 'content-type': type }).end(bytes);
  },
  'UTF-16 that is not declared': (whole) => send(whole, Buffer.from(whole.text, 'utf16le')),
  'a compressed bomb': () => (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB);
  },
  'headers without end': () => (response) => {
    for (let n = 0; n < 500; n++) response.setHeader(`x-flood-${n}`, 'x'.repeat(500));
    response.end('{}');
  },
  'HTML with 200': () => (response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Please log in</body></html>');
  },
  'an empty body with 200': (whole) => send(whole, ''),
  'half of the reply': (whole) => send(whole, whole.text.slice(0, Math.floor(whole.text.length / 2))),
  'half of the reply, then a reset': (whole) => (response) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(whole.text) });
    response.write(whole.text.slice(0, Math.floor(whole.text.length / 2)), () => {
      response.socket?.resetAndDestroy();
    });
  },
  'a redirect to a link-local address': () => (response) => {
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
  },
};

/** The parts of replies that take longest to map when repeated. A reply without the part is sent unchanged. */
const WORST_PARTS = [
  'electoralRoll',
  'linkedAddressData',
  'securedLoan',
  'hirePurchase',
  'insightData',
  'paymentHistory',
  'addressconf',
  'addressmatch',
  'Residency',
  'CAISDetails',
  'acc',
];

function repeated(name: string): HostileReply {
  return (whole) => {
    const repeat = isXml(whole) ? repeatElement : repeatField;
    return send(whole, repeat(whole.text, name, roomOf(whole)));
  };
}

function repeatElement(text: string, name: string, room: number): string {
  const element = new RegExp(`<${name}[ >].*?</${name}>`, 's').exec(text);
  if (element === null) return text;
  const [part] = element;
  const times = Math.floor((room - text.length) / part.length);
  return text.slice(0, element.index) + part.repeat(times) + text.slice(element.index);
}

/** An empty list becomes one of numbers. */
function repeatField(text: string, name: string, room: number): string {
  let isDone = false;
  return JSON.stringify(JSON.parse(text), (key, value) => {
    if (isDone || key !== name) return value;
    isDone = true;
    const one = (Array.isArray(value) ? value[0] : value) ?? 1;
    const times = Math.floor((room - text.length) / (JSON.stringify(one).length + 1));
    return Array.from({ length: times }, () => one);
  });
}

/** These hold a valid file with more around it: it may be mapped or rejected, but nothing may break. */
export const HOSTILE_AROUND_A_FILE: Record<string, HostileReply> = {
  '90,000 attributes within': (whole) => send(whole, inside(whole, `<r ${ATTRIBUTES}/>`, `"r":{${KEYS}}`)),
  '200,000 deep within': (whole) => send(whole, inside(whole, DEEP_ELEMENTS, `"r":${DEEP_LISTS}`)),
  'as many keys as are read, all different, within': (whole) =>
    send(whole, inside(whole, '<r/>', `"r":[${unlike(9_000)}]`)),
  'more keys than are read, all different, within': (whole) =>
    send(whole, inside(whole, '<r/>', `"r":[${unlike(35_000)}]`)),
  '240,000 numbers within': (whole) => send(whole, inside(whole, '<r/>', `"r":[${'1,'.repeat(240_000)}1]`)),
  'a key that names the prototype': (whole) => send(whole, inside(whole, '<r/>', '"__proto__":{"Output":1}')),
  ...Object.fromEntries(WORST_PARTS.map((name) => [`${name}, as often as is read`, repeated(name)])),
  'script in every name': (whole) => {
    const script = isXml(whole) ? '&lt;script&gt;x()&lt;/script&gt;' : '<script>x()</script>';
    return send(whole, whole.text.replaceAll('HEDGEROW', script).replaceAll('Wren', script));
  },
  'negative money': (whole) =>
    send(whole, whole.text.replaceAll('8421', '-8421').replaceAll('£8,421', '£-8,421')),
  'one name of 300,000 references': (whole) => {
    const references = isXml(whole) ? '&#65;'.repeat(300_000) : '\\u0041'.repeat(300_000);
    return send(whole, whole.text.replace('Orchard', references));
  },
};

export async function startHostileBureau(whole: WholeReply) {
  let reply: (response: ServerResponse) => void = (response) => response.end();
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    response.on('error', () => {});
    request.resume().once('end', () => reply(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    replyWith(next: HostileReply) {
      reply = next(whole);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function flood(response: ServerResponse): void {
  const piece = Buffer.alloc(64 * 1024, 0x20);
  let left = 100 * 16;
  const more = () => {
    while (left-- > 0) if (!response.write(piece)) return void response.once('drain', more);
    response.end();
  };
  more();
}
