// The JSON of a large value, written once: a credit report is sealed for storage and answered to the caller from the same text.
// Only for values that nobody changes after they were made.

const texts = new WeakMap<object, string>();

export function jsonOf(value: object): string {
  let text = texts.get(value);
  if (text === undefined) {
    text = JSON.stringify(value);
    texts.set(value, text);
  }
  return text;
}
