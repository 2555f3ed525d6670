// Canaries: values that nothing else has, put where a bureau's reply has values of people, and where it should have none. Whatever of
// them is found in an output has leaked.

/** In the shapes that values of people have: names, numbers, days, and short ones that look like codes. */
const SHAPES = [
  (n: number) => `QANARY${n}`,
  (n: number) => `Qanarywick ${n}`,
  (n: number) => String(91_827_000 + n),
  (n: number) => `£${91_827_000 + n}`,
  (n: number) => `19${n % 10}1-09-1${n % 10} qanary`,
  () => 'QNRY',
  () => 'Qnry',
  () => 'QNRYS',
];

export const CANARY = /qanary|qnry|91827\d|19\d1-09/i;

function nextOf(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return SHAPES[count % SHAPES.length]?.(count) ?? '';
  };
}

/** The text of every element and the value of every attribute or key; every other one where `share` is 2. */
export function plantValues(text: string, share = 1): string {
  const next = nextOf();
  let at = 0;
  const isDue = () => {
    at += 1;
    return at % share === 0;
  };
  if (!text.trimStart().startsWith('<')) return JSON.stringify(plantInTree(JSON.parse(text), next, isDue));
  return text
    .replaceAll(/>([^<>\s][^<>]*)</g, (whole) => (isDue() ? `>${next()}<` : whole))
    .replaceAll(/\s((?!xmlns)[\w]+)="[^"]*"(?=[^<>]*>)/g, (whole, name: string) =>
      /^(version|encoding)$/.test(name) || !isDue() ? whole : ` ${name}="${next()}"`,
    );
}

function plantInTree(value: unknown, next: () => string, isDue: () => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => plantInTree(one, next, isDue));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, plantInTree(inner, next, isDue)]),
    );
  }
  return isDue() ? next() : value;
}

/** Names that no schema has, or that are a word of the person or of a text in the reply: as elements, attributes and keys. */
export function plantNames(text: string): string {
  const next = nextOf();
  const names = ['Qanary.Wick', 'Q91827364', 'HazelwickQnry', 'qanary', 'Q1a2n3a4r5y6'];
  if (!text.trimStart().startsWith('<')) {
    const more = [...names, 'Ms Qanary Wick', '12 Qanary Street', '1985-04-12 QNRY', 'QANARY', '91827364'];
    return text.replaceAll('"MatchDetails": {', () => {
      const planted = more.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(next())}`).join(', ');
      return `"Caption": "A text with the words qanary and QANARY and HazelwickQnry", ${planted}, "MatchDetails": {`;
    });
  }
  const planted = names.map((name) => `<${name} ${name}="${next()}">${next()}</${name}>`).join('');
  return text.replaceAll(
    /<(acchistory|paymentHistory)>/g,
    `<qanary>qanary HazelwickQnry</qanary>${planted}$&`,
  );
}
