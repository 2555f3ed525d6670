// Codes and counts in words. Apart from report-words.ts, because every page of the console loads it.

/** "credit-card" reads "Credit card". */
export function inWords(code: string): string {
  const words = code.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "1 account", "2 accounts". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
