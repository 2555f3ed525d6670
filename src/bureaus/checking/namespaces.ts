// The namespaces of a SOAP reply, from its text: reading/xml.ts drops them, since a name alone tells an element of these bureaus.

/** Of the message in the body, and of everything inside it but in the element `free`. '' is no namespace. Null without a message. */
export function namespacesOf(text: string, free?: string): { message: string; inside: Set<string> } | null {
  const scopes: Map<string, string>[] = [new Map([['', '']])];
  const names: string[] = [];
  let message: string | null = null;
  const inside = new Set<string>();
  const plain = text.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g, '');
  for (const [, end, name = '', attributes = '', closed] of plain.matchAll(TAG)) {
    if (end === '/') {
      scopes.pop();
      names.pop();
      continue;
    }
    const scope = new Map(scopes.at(-1));
    for (const [, prefix = '', , uri = ''] of attributes.matchAll(BINDING)) scope.set(prefix, uri);
    const [prefix, local] = name.includes(':') ? name.split(':') : ['', name];
    const namespace = scope.get(prefix ?? '') ?? '';
    // Envelope, Body, message.
    if (names.length === 2 && names[1] === 'Body') message ??= namespace;
    else if (names.length > 2 && names[1] === 'Body' && !names.includes(free ?? '')) inside.add(namespace);
    if (closed === '/') continue;
    scopes.push(scope);
    names.push(local ?? '');
  }
  return message === null ? null : { message, inside };
}

const TAG = /<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const BINDING = /\sxmlns(?::([\w.-]+))?\s*=\s*(["'])(.*?)\2/g;
