// A sentence of the documentation, with code in backticks.
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    index % 2 === 0 ? part : <code key={index}>{part}</code>,
  );
}
