/** The console's scripts and style sheet as served, by name; which one starts it, and which are loaded with that. */
export function consoleAssets(fontCss: string): {
  files: Record<string, string>;
  entry: string;
  first: string[];
  style: string;
};
